#include "neuronc/Support/TensorPickle.h"

#include "gtest/gtest.h"

using namespace neuron;
using namespace std::string_literals;

namespace {

/// What torch.save writes for {"w": a float tensor [2, 3]}: protocol 2.
std::string tensorPickle() {
  return "\x80\x02}q\x00X\x01\x00\x00\x00wq\x01"s
         "ctorch._utils\n_rebuild_tensor_v2\nq\x02"s
         "((X\x07\x00\x00\x00storageq\x03"s
         "ctorch\nFloatStorage\nq\x04X\x01\x00\x00\x00"s
         "0q\x05X\x03\x00\x00\x00"s
         "cpuq\x06K\x06tq\x07QK\x01K\x02K\x03\x86q\x08K\x03K\x01\x86q\x09\x89"s
         "ccollections\nOrderedDict\nq\x0a)Rq\x0btq\x0cRq\x0ds."s;
}

unsigned codeOf(const std::string &bytes) { return readTensorPickle(bytes).status().code(); }

TEST(TensorPickle, ReadsATensor) {
  Result<std::vector<PickledTensor>> tensors = readTensorPickle(tensorPickle());
  ASSERT_TRUE(tensors.ok()) << tensors.status().message();
  ASSERT_EQ(tensors->size(), 1u);
  const PickledTensor &tensor = tensors->front();
  EXPECT_EQ(tensor.name, "w");
  EXPECT_EQ(tensor.storage, "0");
  EXPECT_EQ(tensor.dtype, DType::F32);
  EXPECT_EQ(tensor.offset, 1);
  EXPECT_EQ(tensor.shape, (llvm::SmallVector<int64_t>{2, 3}));
  EXPECT_EQ(tensor.strides, (llvm::SmallVector<int64_t>{3, 1}));
}

TEST(TensorPickle, ReadsAnEmptyDictionary) {
  Result<std::vector<PickledTensor>> tensors = readTensorPickle("\x80\x02}q\x00."s);
  ASSERT_TRUE(tensors.ok());
  EXPECT_TRUE(tensors->empty());
}

TEST(TensorPickle, NeverCallsAnything) {
  // os.system("true"), as an attack would be written.
  EXPECT_EQ(codeOf("\x80\x02"
                   "cos\nsystem\nX\x04\x00\x00\x00true\x85R."s),
            2121u);
  EXPECT_EQ(codeOf("\x80\x04\x8c\x02os\x8c\x06system\x93\x8c\x04true\x85R."s), 2121u);
  EXPECT_EQ(codeOf("\x80\x02"
                   "cbuiltins\neval\n."s),
            2121u);
  // An allowed global that is called where it must not be.
  EXPECT_EQ(codeOf("\x80\x02"
                   "ctorch\nFloatStorage\n)R."s),
            2121u);
}

TEST(TensorPickle, RefusesOtherOpcodes) {
  EXPECT_EQ(codeOf("\x80\x02I1\n."s), 2121u);                 // INT as text
  EXPECT_EQ(codeOf("\x80\x02(i__main__\nC\n."s), 2121u);      // INST
  EXPECT_EQ(codeOf("\x80\x02\x82\x01."s), 2121u);             // EXT1
  EXPECT_EQ(codeOf("\x80\x01}."s), 2121u);                    // protocol 1
  EXPECT_EQ(codeOf("\x80\x02\x8a\x09\1\2\3\4\5\6\7\x08\x09."s), 2121u); // an integer of 72 bits
}

TEST(TensorPickle, RefusesWhatIsNoTensorDictionary) {
  EXPECT_EQ(codeOf("\x80\x02K\x01."s), 2121u);
  EXPECT_EQ(codeOf("\x80\x02}X\x01\x00\x00\x00wK\x01s."s), 2121u);
  EXPECT_EQ(codeOf("\x80\x02}K\x01K\x01s."s), 2121u);
}

TEST(TensorPickle, RefusesMalformedPrograms) {
  EXPECT_EQ(codeOf(""), 2120u);
  EXPECT_EQ(codeOf("\x80\x02."s), 2120u);        // empty stack
  EXPECT_EQ(codeOf("\x80\x02u."s), 2120u);       // no mark
  EXPECT_EQ(codeOf("\x80\x02h\x07."s), 2120u);   // no memo
  EXPECT_EQ(codeOf("\x80\x02K\x01K\x01K\x01s."s), 2120u);
  EXPECT_EQ(codeOf("\x80\x02X\xff\xff\xff\xff"s), 2120u);
}

TEST(TensorPickle, SurvivesTruncationAndFlips) {
  std::string bytes = tensorPickle();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(codeOf(bytes.substr(0, size)), 0u) << size;
  for (size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string broken = bytes;
      broken[i] ^= char(1 << bit);
      (void)readTensorPickle(broken); // must return
    }
}

TEST(TensorPickle, LongTuplesTakeLinearTime) {
  // A shape of a million sizes that is used a hundred thousand times.
  std::string bytes = "\x80\x02("s;
  for (int i = 0; i < 1000000; ++i)
    bytes += "K\x01"s;
  bytes += "tq\x00"s;
  for (int i = 0; i < 100000; ++i)
    bytes += "ctorch._utils\n_rebuild_tensor_v2\n(h\x00h\x00h\x00h\x00h\x00h\x00tR"s;
  EXPECT_EQ(codeOf(bytes), 2120u);
}

} // namespace
