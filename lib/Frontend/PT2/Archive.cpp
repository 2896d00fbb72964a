//===- Archive.cpp - the file of an exported program ----------------------===//
#include "Archive.h"

#include "ElementTypes.h"
#include "Schema.h"
#include "neuronc/Support/Checksum.h"
#include "neuronc/Support/Fingerprint.h"
#include "neuronc/Support/JsonReader.h"
#include "neuronc/Support/TensorPickle.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Parallel.h"
#include "llvm/Support/Process.h"

#include <sys/mman.h>

using namespace llvm;

namespace neuron::pt2 {
namespace {

Status notProgram(const Twine &what) {
  return Status(ErrorClass::BadInput, 3501, ("not an exported program: " + what).str());
}

Result<const ZipEntry *> require(const ZipArchive &zip, const Twine &name) {
  const ZipEntry *entry = zip.find(name.str());
  if (!entry)
    return notProgram("the archive has no '" + name + "'");
  if (Status status = ZipArchive::verifyChecksum(*entry); !status)
    return status;
  return entry;
}

/// Places a strided tensor in `storage`, if all of its elements lie inside.
Result<WeightData> place(StringRef name, DType dtype, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides,
                         int64_t offset, StringRef storage) {
  auto outside = [&] {
    return Status(ErrorClass::BadInput, 3505,
                  ("tensor '" + name + "' does not fit into its " + Twine(storage.size()) + " bytes").str());
  };
  int64_t last = offset, bytes;
  bool empty = false, bad = shape.size() != strides.size() || offset < 0;
  for (auto [size, stride] : zip(shape, strides)) {
    int64_t reach;
    bad |= size < 0 || stride < 0 || MulOverflow(size - 1, stride, reach) || AddOverflow(last, reach, last);
    empty |= size == 0;
  }
  if (bad || MulOverflow(empty ? 0 : last, int64_t(bytesOf(dtype)), bytes) ||
      (!empty && (bytes < 0 || uint64_t(bytes) + bytesOf(dtype) > storage.size())))
    return outside();
  WeightData data;
  data.dtype = dtype;
  data.shape.assign(shape.begin(), shape.end());
  data.strides.assign(strides.begin(), strides.end());
  data.data = storage.data() + (empty ? 0 : offset * int64_t(bytesOf(dtype)));
  if (data.isDense())
    data.strides.clear();
  return data;
}

/// The numbers of `sizes`; nothing if one is symbolic.
std::optional<SmallVector<int64_t>> fixedSizes(ArrayRef<SymSize> sizes) {
  SmallVector<int64_t> result;
  for (const SymSize &size : sizes) {
    if (!size.expr.empty())
      return std::nullopt;
    result.push_back(size.value);
  }
  return result;
}

/// The prefix of the current layout ("model/"), or nothing.
std::optional<StringRef> findPrefix(const ZipArchive &zip) {
  for (const ZipEntry &entry : zip.entries()) {
    StringRef prefix = entry.name;
    if (prefix.consume_back("archive_format") && prefix.count('/') <= 1)
      return prefix;
  }
  return std::nullopt;
}

/// The only graph of the archive, or the one named "model".
Result<StringRef> findModel(const ZipArchive &zip, StringRef prefix) {
  SmallVector<StringRef> models;
  for (const ZipEntry &entry : zip.entries()) {
    StringRef name = entry.name;
    if (name.consume_front(prefix) && name.consume_front("models/") && name.consume_back(".json"))
      models.push_back(name);
  }
  if (models.size() == 1)
    return models.front();
  if (is_contained(models, "model"))
    return StringRef("model");
  if (models.empty())
    return notProgram("the archive holds no graph (models/*.json); a compiled AOTInductor package has none");
  return notProgram("the archive holds " + Twine(models.size()) + " graphs and none is named 'model'");
}

} // namespace

const StoredTensor *Archive::find(const Table &table, StringRef name) {
  auto it = table.find(name);
  return it == table.end() ? nullptr : &it->second;
}

Result<Archive> Archive::open(StringRef path) {
  auto file = MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return Status(ErrorClass::Io, 6001, ("cannot read '" + path + "': " + file.getError().message()).str());
  Archive archive;
  archive.buffer = std::move(*file);
  if (Status status = archive.load(archive.buffer->getBuffer()); !status)
    return status;
  return archive;
}

Result<Archive> Archive::read(StringRef bytes) {
  Archive archive;
  if (Status status = archive.load(bytes); !status)
    return status;
  return archive;
}

Status Archive::load(StringRef bytes) {
  Result<ZipArchive> zip = ZipArchive::open(bytes);
  if (!zip)
    return zip.status();
  if (std::optional<StringRef> prefix = findPrefix(*zip))
    return loadCurrent(*zip, *prefix);
  return loadLegacy(*zip);
}

/// Tells the system that clean pages of the mapping need not stay in memory.
static void releasePages(StringRef bytes) {
  uintptr_t page = sys::Process::getPageSizeEstimate();
  uintptr_t begin = alignTo(uintptr_t(bytes.begin()), page), end = alignDown(uintptr_t(bytes.end()), page);
  if (begin < end)
    ::madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
}

/// What is read before its pages are given back.
static constexpr size_t kChunk = size_t(8) << 20;

Status Archive::verify(ArrayRef<const StoredTensor *> tensors) const {
  std::vector<const ZipEntry *> entries;
  StringSet<> seen;
  for (const StoredTensor *tensor : tensors)
    if (seen.insert(tensor->storage.name).second)
      entries.push_back(&tensor->storage);
  // Only a mapping may be given back: a small file is a copy on the heap.
  bool mapped = buffer && buffer->getBufferKind() == MemoryBuffer::MemoryBuffer_MMap;
  std::vector<uint32_t> found(entries.size(), 0);
  parallelFor(0, entries.size(), [&](size_t i) {
    for (StringRef rest = entries[i]->data; !rest.empty();
         rest = rest.drop_front(std::min(rest.size(), kChunk))) {
      StringRef chunk = rest.take_front(kChunk);
      found[i] = checksum(chunk, found[i]);
      if (mapped)
        releasePages(chunk);
    }
  });
  for (auto [entry, crc] : llvm::zip(entries, found))
    if (Status status = ZipArchive::compareChecksum(*entry, crc); !status)
      return status;
  return Status();
}

SourceIdentity Archive::identity() const {
  std::vector<WeightPrint> rows;
  for (const Table *table : {&weights, &constants})
    for (const auto &entry : *table)
      rows.push_back({entry.first(), entry.second.storage.data.size(), entry.second.storage.crc});
  return {"pt2", hashWithout(graphText, {}), hashWeights(std::move(rows))};
}

Status Archive::parseGraph(const ZipEntry &entry) {
  Result<json::Value> parsed = parseJson(entry.data, "the exported program '" + entry.name.str() + "'");
  if (!parsed)
    return parsed.status();
  graph = std::make_unique<json::Value>(std::move(*parsed));
  graphText = entry.data;
  return Status();
}

Status Archive::loadCurrent(const ZipArchive &zip, StringRef prefix) {
  const ZipEntry *format = zip.find((prefix + "archive_format").str());
  if (format->data.trim() != "pt2")
    return notProgram("its archive_format is '" + format->data.take_front(32).trim() + "'");
  if (const ZipEntry *order = zip.find((prefix + "byteorder").str()); order && order->data.trim() != "little")
    return Status(
        ErrorClass::Unsupported, 3506,
        ("the archive's byte order is '" + order->data.take_front(32).trim() + "', but only 'little' is read")
            .str());
  Result<StringRef> model = findModel(zip, prefix);
  if (!model)
    return model.status();
  Result<const ZipEntry *> entry = require(zip, prefix + "models/" + *model + ".json");
  if (!entry)
    return entry.status();
  if (Status status = parseGraph(**entry); !status)
    return status;
  if (Status status =
          readConfig(zip, (prefix + "data/weights/").str(), (*model + "_weights_config.json").str(), weights);
      !status)
    return status;
  return readConfig(zip, (prefix + "data/constants/").str(), (*model + "_constants_config.json").str(),
                    constants);
}

/// A table from names to entries: {"config": {name: {path_name, use_pickle, tensor_meta}}}.
Status Archive::readConfig(const ZipArchive &zip, StringRef folder, StringRef config, Table &table) {
  Result<const ZipEntry *> entry = require(zip, folder + config);
  if (!entry)
    return entry.status();
  Result<json::Value> parsed = parseJson((*entry)->data, "the table '" + (*entry)->name.str() + "'");
  if (!parsed)
    return parsed.status();
  const json::Object *top = parsed->getAsObject();
  const json::Object *rows = top ? top->getObject("config") : nullptr;
  if (!rows)
    return notProgram("'" + (*entry)->name + "' has no table 'config'");
  for (const auto &[key, value] : *rows) {
    StringRef name = key;
    const json::Object *row = value.getAsObject();
    std::optional<StringRef> path = row ? row->getString("path_name") : std::nullopt;
    if (!path)
      return notProgram("'" + name + "' has no 'path_name' in '" + (*entry)->name + "'");
    const json::Value *meta = row->get("tensor_meta");
    if (row->getBoolean("use_pickle").value_or(false) || !meta || meta->kind() == json::Value::Null)
      continue; // an object; the import refuses it if the graph needs it
    Result<TensorMeta> tensor = readTensorMeta(*meta);
    if (!tensor)
      return tensor.status();
    std::optional<DType> dtype = dtypeOfScalarType(tensor->scalarType);
    const ZipEntry *storage = zip.find((folder + *path).str());
    if (!storage || !dtype)
      continue; // likewise
    auto shape = fixedSizes(tensor->sizes), strides = fixedSizes(tensor->strides);
    if (!shape || !strides || !tensor->strided || !tensor->offset.expr.empty())
      return notProgram("tensor '" + name + "' has no fixed layout");
    Result<WeightData> data = place(name, *dtype, *shape, *strides, tensor->offset.value, storage->data);
    if (!data)
      return data.status();
    table[name] = {std::move(*data), *storage};
  }
  return Status();
}

Status Archive::loadLegacy(const ZipArchive &zip) {
  if (!zip.find("serialized_exported_program.json"))
    return notProgram("the archive has neither 'archive_format' nor 'serialized_exported_program.json'");
  Result<const ZipEntry *> entry = require(zip, "serialized_exported_program.json");
  if (!entry)
    return entry.status();
  if (Status status = parseGraph(**entry); !status)
    return status;
  if (Status status = readSaved(zip, "serialized_state_dict.pt", weights); !status)
    return status;
  return readSaved(zip, "serialized_constants.pt", constants);
}

/// A dictionary of tensors that torch.save wrote: an archive inside the archive.
Status Archive::readSaved(const ZipArchive &zip, StringRef entry, Table &table) {
  const ZipEntry *saved = zip.find(entry);
  if (!saved)
    return notProgram("the archive has no '" + entry + "'");
  if (saved->data.empty())
    return Status();
  Result<ZipArchive> inner = ZipArchive::open(saved->data);
  if (!inner)
    return inner.status();
  const auto *pickle =
      find_if(inner->entries(), [](const ZipEntry &e) { return e.name.ends_with("/data.pkl"); }).base();
  if (pickle == inner->entries().data() + inner->entries().size())
    return notProgram("'" + entry + "' has no 'data.pkl'");
  if (Status status = ZipArchive::verifyChecksum(*pickle); !status)
    return status;
  StringRef prefix = pickle->name.drop_back(StringRef("data.pkl").size());
  if (const ZipEntry *order = inner->find((prefix + "byteorder").str());
      order && order->data.trim() != "little")
    return Status(ErrorClass::Unsupported, 3506, "the archive's byte order is not 'little'");
  Result<std::vector<PickledTensor>> tensors = readTensorPickle(pickle->data);
  if (!tensors)
    return tensors.status();
  for (const PickledTensor &tensor : *tensors) {
    const ZipEntry *storage = inner->find((prefix + "data/" + tensor.storage).str());
    if (!storage)
      return Status(ErrorClass::BadInput, 3504,
                    "tensor '" + tensor.name + "' has no data: '" + tensor.storage + "' is missing");
    Result<WeightData> data =
        place(tensor.name, tensor.dtype, tensor.shape, tensor.strides, tensor.offset, storage->data);
    if (!data)
      return data.status();
    table[tensor.name] = {std::move(*data), *storage};
  }
  return Status();
}

} // namespace neuron::pt2
