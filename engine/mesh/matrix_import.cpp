// SPDX-License-Identifier: BSD-3-Clause
#include "engine/mesh/matrix_import.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sstream>
#include <string>

#include "engine/core/error.hpp"
#include "engine/core/input_file.hpp"
#include "engine/mesh/inp_lines.hpp"

namespace trunnion {
namespace {

/// Lines of a text file, compressed or not, split at blanks.
class WordLines {
 public:
  explicit WordLines(const std::filesystem::path& path) : path_(path.string()) {
    RequireReadable(path);
    file_.reset(gzopen(path_.c_str(), "rb"));
    if (!file_) throw FileError(path_ + ": cannot open the file");
  }

  /// The next line that is not blank; false at the end.
  bool Next() {
    std::array<char, 1024> buffer;
    z_off_t begin = gztell(file_.get());
    while (gzgets(file_.get(), buffer.data(), buffer.size()) != nullptr) {
      ++line_;
      const z_off_t end = gztell(file_.get());
      text_.assign(buffer.data(), static_cast<std::size_t>(end - begin));  // with zero bytes
      begin = end;
      if (text_.size() + 1 == buffer.size() && text_.back() != '\n')
        Fail("the line has more than " + std::to_string(text_.size() - 1) + " characters");
      std::istringstream stream(text_);
      words_.clear();
      for (std::string word; stream >> word;) words_.push_back(word);
      if (!words_.empty()) return true;
    }
    int status = Z_OK;
    const char* message = gzerror(file_.get(), &status);
    if (status != Z_OK && status != Z_STREAM_END) Fail(message);
    return false;
  }

  const std::vector<std::string>& words() const { return words_; }
  std::string where() const { return path_ + ":" + std::to_string(line_); }
  [[noreturn]] void Fail(const std::string& message) const {
    throw FileError(where() + ": " + message);
  }
  int Integer(std::size_t i) const { return ParseInteger(Word(i), where()); }
  double Number(std::size_t i) const { return ParseNumber(Word(i), where()); }

 private:
  const std::string& Word(std::size_t i) const {
    if (i >= words_.size()) Fail(std::to_string(i + 1) + " values expected");
    return words_[i];
  }

  std::string path_, text_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_{nullptr, &gzclose};
  int line_ = 0;
  std::vector<std::string> words_;
};

using Triplets = std::vector<Eigen::Triplet<double>>;

/// Adds the entry of the current line, and its mirror image.
void AddEntry(const WordLines& lines, Eigen::Index size, bool mirror, Triplets& entries) {
  const int row = lines.Integer(0), column = lines.Integer(1);
  if (row < 1 || column < 1 || row > size || column > size)
    lines.Fail("the entry lies outside of a matrix with " + std::to_string(size) + " rows");
  const double value = lines.Number(2);
  entries.emplace_back(row - 1, column - 1, value);
  if (mirror && row != column) entries.emplace_back(column - 1, row - 1, value);
}

SparseMatrix MakeMatrix(Eigen::Index size, const Triplets& entries) {
  SparseMatrix A(size, size);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

std::vector<NodeDirection> ReadNodeMap(const std::filesystem::path& path) {
  WordLines lines(path);
  std::vector<NodeDirection> rows;
  while (lines.Next()) {
    const std::string& word = lines.words()[0];
    const std::size_t dot = word.find('.');
    NodeDirection row{};
    if (dot == std::string::npos) {
      row = {lines.Integer(0), lines.Integer(1)};
    } else {  // text, never a number: 15.10 is not 15.1
      row = {ParseInteger(word.substr(0, dot), lines.where()),
             ParseInteger(word.substr(dot + 1), lines.where())};
    }
    if (row.direction < 1 || row.direction > 6) lines.Fail("a direction is 1, 2, ... or 6");
    rows.push_back(row);
  }
  return rows;
}

SparseMatrix ReadUpperTriangle(const std::filesystem::path& path, Eigen::Index size) {
  WordLines lines(path);
  Triplets entries;
  while (lines.Next()) {
    if (lines.Integer(0) > lines.Integer(1))
      lines.Fail("an entry below the diagonal; the upper triangle is expected");
    AddEntry(lines, size, true, entries);
  }
  return MakeMatrix(size, entries);
}

std::filesystem::path FindFile(const std::filesystem::path& stem, const std::string& extension) {
  const std::string plain = stem.string() + extension, packed = plain + ".gz";
  return !std::filesystem::exists(plain) && std::filesystem::exists(packed) ? packed : plain;
}

/// @param rows  those of the node map.
SparseMatrix ReadMarketFile(const std::filesystem::path& path, std::size_t rows) {
  WordLines lines(path);
  if (!lines.Next()) lines.Fail("the file is empty");
  std::string header;
  for (const std::string& word : lines.words()) header += ToUpper(word) + " ";
  const std::string start = "%%MATRIXMARKET MATRIX COORDINATE REAL ";
  const bool symmetric = header == start + "SYMMETRIC ";
  if (!symmetric && header != start + "GENERAL ")
    lines.Fail("'%%MatrixMarket matrix coordinate real symmetric' or 'general' is expected");
  bool found = lines.Next();
  while (found && lines.words()[0][0] == '%') found = lines.Next();
  if (!found) lines.Fail("the size is missing");
  const int size = lines.Integer(0), count = lines.Integer(2);
  if (size != lines.Integer(1)) lines.Fail("the matrix is not square");
  if (size < 0 || static_cast<std::size_t>(size) != rows)
    lines.Fail("the matrix has " + std::to_string(size) + " rows, the node map " +
               std::to_string(rows));
  Triplets entries;
  for (int i = 0; i < count; ++i) {
    if (!lines.Next()) lines.Fail("the file ends after " + std::to_string(i) + " entries");
    AddEntry(lines, size, symmetric, entries);
  }
  const SparseMatrix A = MakeMatrix(size, entries);
  const SparseMatrix difference = A - SparseMatrix(A.transpose());
  if (!symmetric && difference.coeffs().size() > 0 &&
      difference.coeffs().abs().maxCoeff() > 1e-12 * A.coeffs().abs().maxCoeff())
    throw FileError(path.string() + ": the matrix is not symmetric");
  return A;
}

}  // namespace

ImportedMatrices ReadCalculixMatrices(const std::filesystem::path& stem) {
  ImportedMatrices imported;
  imported.rows = ReadNodeMap(FindFile(stem, ".dof"));
  const auto size = static_cast<Eigen::Index>(imported.rows.size());
  imported.K = ReadUpperTriangle(FindFile(stem, ".sti"), size);
  imported.M = ReadUpperTriangle(FindFile(stem, ".mas"), size);
  return imported;
}

ImportedMatrices ReadMatrixMarket(const std::filesystem::path& stiffness,
                                  const std::filesystem::path& mass,
                                  const std::filesystem::path& node_map) {
  ImportedMatrices imported;
  imported.rows = ReadNodeMap(node_map);
  imported.K = ReadMarketFile(stiffness, imported.rows.size());
  imported.M = ReadMarketFile(mass, imported.rows.size());
  return imported;
}

}  // namespace trunnion
