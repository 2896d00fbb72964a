//===- FileTest.cpp - what replaces a file, and what does not -------------===//

#include "neuron/file.h"

#include "gtest/gtest.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace neuron;
namespace fs = std::filesystem;

namespace {
class FileTest : public testing::Test {
protected:
  FileTest() { fs::create_directories(folder); }
  ~FileTest() override { fs::remove_all(folder); }
  std::string at(const std::string &name) const { return folder + "/" + name; }
  std::string content(const std::string &name) const {
    std::ifstream in(at(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  size_t files() const { return size_t(std::distance(fs::directory_iterator(folder), {})); }
  static std::string refusal(const std::string &path) {
    Status status = writeFile(path, "new");
    EXPECT_EQ(status.code(), 6001u);
    EXPECT_EQ(status.errorClass(), ErrorClass::Io);
    return status.message();
  }
  const std::string folder = testing::TempDir() + "neuron-file-" + std::to_string(getpid());
};
} // namespace

TEST_F(FileTest, NewFile) {
  ASSERT_TRUE(writeFile(at("a"), "text\n"));
  EXPECT_EQ(content("a"), "text\n");
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, ReplacedAsAWholeAndKeepsItsMode) {
  ASSERT_TRUE(writeFile(at("a"), "a long old text"));
  fs::permissions(at("a"), fs::perms::owner_read | fs::perms::owner_write);
  std::ifstream old(at("a"));
  ASSERT_TRUE(writeFile(at("a"), "new"));
  EXPECT_EQ(content("a"), "new");
  EXPECT_EQ(fs::status(at("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(old), {}), "a long old text"); // whoever reads it goes on
}

TEST_F(FileTest, NothingHappensWithoutCommit) {
  ASSERT_TRUE(writeFile(at("a"), "old"));
  {
    OutputFile file(at("a"));
    ASSERT_TRUE(file.open());
    file.append(std::string(200000, 'x'));
  }
  EXPECT_EQ(content("a"), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, PositionsAndAppendedText) {
  OutputFile file(at("a"));
  ASSERT_TRUE(file.open(OutputFile::Kind::Regular));
  ASSERT_TRUE(file.writeAt(3, "de", 2));
  ASSERT_TRUE(file.resize(6));
  file.append("abc");
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(content("a"), std::string("abcde\0", 6));
}

TEST_F(FileTest, LinksStay) {
  fs::create_directory(at("sub"));
  ASSERT_TRUE(writeFile(at("sub/real"), "old"));
  fs::create_symlink("sub/real", at("one"));
  fs::create_symlink("one", at("two"));
  fs::create_symlink("sub/none", at("dangling"));
  ASSERT_TRUE(writeFile(at("two"), "new"));
  ASSERT_TRUE(writeFile(at("dangling"), "more"));
  EXPECT_TRUE(fs::is_symlink(at("one")) && fs::is_symlink(at("two")) && fs::is_symlink(at("dangling")));
  EXPECT_EQ(content("sub/real"), "new");
  EXPECT_EQ(content("sub/none"), "more");
}

TEST_F(FileTest, PlacesThatCannotBeWritten) {
  fs::create_symlink("loop", at("loop"));
  EXPECT_NE(refusal(folder).find("Is a directory"), std::string::npos);
  EXPECT_NE(refusal(at("loop")).find("symbolic links"), std::string::npos);
  EXPECT_NE(refusal(at("none/a")).find("No such file"), std::string::npos);
  EXPECT_NE(refusal("").find("No such file"), std::string::npos);
  EXPECT_NE(refusal("/proc/a").find("cannot write '/proc/a'"), std::string::npos);
  EXPECT_NE(refusal(at(std::string(300, 'n'))).find("too long"), std::string::npos);
}

TEST_F(FileTest, LongestNameThatThereIs) {
  ASSERT_TRUE(writeFile(at(std::string(255, 'n')), "new"));
  EXPECT_EQ(files(), 1u);
}

TEST_F(FileTest, FilesOfOthersAreRefused) {
  ASSERT_TRUE(writeFile(at("a"), "old"));
  fs::permissions(at("a"), fs::perms::owner_read);
  if (access(at("a").c_str(), W_OK) == 0)
    GTEST_SKIP() << "root may write everything";
  EXPECT_NE(refusal(at("a")).find("Permission denied"), std::string::npos);
  EXPECT_EQ(content("a"), "old");
}

TEST_F(FileTest, DevicesAreWrittenTo) {
  ASSERT_TRUE(writeFile("/dev/null", "new"));
  struct stat info {};
  ASSERT_EQ(stat("/dev/null", &info), 0);
  EXPECT_TRUE(S_ISCHR(info.st_mode));
  EXPECT_NE(refusal("/dev/full").find("No space left"), std::string::npos);
  fs::create_symlink("/dev/full", at("full"));
  EXPECT_NE(refusal(at("full")).find("No space left"), std::string::npos);
  OutputFile file("/dev/null");
  EXPECT_EQ(file.open(OutputFile::Kind::Regular).code(), 6001u);
}

TEST_F(FileTest, PipesAreWrittenTo) {
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  int reader = open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_TRUE(writeFile(at("pipe"), "new"));
  char text[8];
  EXPECT_EQ(read(reader, text, sizeof text), 3);
  close(reader);
  EXPECT_TRUE(fs::is_fifo(at("pipe")));
}

TEST_F(FileTest, DescriptorsAreWrittenTo) {
  int file = open(at("log").c_str(), O_CREAT | O_RDWR, 0600);
  ASSERT_EQ(write(file, "before ", 7), 7);
  ASSERT_TRUE(writeFile("/dev/fd/" + std::to_string(file), "new "));
  fs::create_symlink("/proc/self/fd/" + std::to_string(file), at("link"));
  ASSERT_TRUE(writeFile(at("link"), "more "));
  ASSERT_EQ(write(file, "behind", 6), 6);
  EXPECT_EQ(content("log"), "before new more behind");
  OutputFile artifact(at("link"));
  EXPECT_EQ(artifact.open(OutputFile::Kind::Regular).code(), 6001u);
  close(file);
}

TEST_F(FileTest, TooLargeForTheLimit) {
  ASSERT_TRUE(writeFile(at("a"), "old"));
  rlimit old{}, low{100000, RLIM_INFINITY};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
  low.rlim_max = old.rlim_max;
  reportLongFiles();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &low), 0);
  Status status = writeFile(at("a"), std::string(300000, 'x'));
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
  EXPECT_EQ(status.code(), 6001u);
  EXPECT_NE(status.message().find("too large"), std::string::npos);
  EXPECT_EQ(content("a"), "old");
  EXPECT_EQ(files(), 1u);
}
