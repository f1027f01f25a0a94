// SPDX-License-Identifier: BSD-3-Clause
#include "engine/study/runner.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#include "engine/batch/run.hpp"
#include "engine/core/error.hpp"
#include "engine/core/one_line.hpp"
#include "engine/results/result_files.hpp"
#include "engine/study/journal.hpp"

namespace trunnion {
namespace {

const ResultTable* FindSignals(const AnalysisOutcome& outcome) {
  if (!outcome.results) return nullptr;
  for (const ResultTable& table : outcome.results->tables)
    if (table.name == "signals") return &table;
  return nullptr;
}

double CalcOutput(const StudyOutput& output, const std::vector<AnalysisOutcome>& outcomes) {
  const ResultTable* table = nullptr;
  for (const AnalysisOutcome& outcome : outcomes)
    if (output.analysis.empty() || outcome.request.name == output.analysis)
      if (const ResultTable* found = FindSignals(outcome)) table = found;
  const std::string label = "output '" + output.name + "'";
  Require(table != nullptr, label, "no analysis has outputs; add a dynamic one to the model");
  for (std::size_t c = 1; c < table->columns.size(); ++c) {
    if (table->columns[c].name != output.signal) continue;
    try {
      return Reduce(
          output.reduction, table->values.col(0), table->values.col(static_cast<Eigen::Index>(c)));
    } catch (const ModelError& error) {
      throw ModelError(label, error.what());
    }
  }
  throw ModelError(label, "its signal '" + output.signal + "' was not recorded");
}

std::vector<AnalysisOutcome> RunAll(const ModelFile& file) {
  const System system = file.model.Compile();
  SimulationOptions options = file.run.MakeOptions();
  options.threads = 1;
  options.serial = true;
  Simulation simulation(system, options);
  std::vector<AnalysisRequest> requests = file.analyses;
  if (requests.empty()) requests.emplace_back();
  std::vector<AnalysisOutcome> outcomes;
  for (const AnalysisRequest& request : requests)
    outcomes.push_back(RunAnalysis(
        request, file, simulation, {.signals_only = true, .goes_on = outcomes.empty()}));
  return outcomes;
}

/// Takes the runs that are not done, from the first on.
class Workers {
 public:
  Workers(const Study& study,
          const MakeTypes& types,
          const StudyControl& control,
          StudyResult& result,
          StudyJournal& journal)
      : study_(study), types_(types), control_(control), result_(result), journal_(journal) {}

  void Run(int jobs) {
    std::vector<std::thread> threads;
    for (int i = 1; i < jobs; ++i) threads.emplace_back([this] { Work(); });
    Work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void Work() {
    while (!ended_) {
      const std::size_t run = next_++;
      if (run >= result_.runs.size() || (control_.stop && control_.stop())) return;
      if (result_.runs[run]) continue;
      try {
        Keep(run, RunOnce(study_, result_.samples.row(static_cast<Eigen::Index>(run)), types_));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
        ended_ = true;
      }
    }
  }

  void Keep(std::size_t run, const StudyRun& done) {
    const std::lock_guard lock(mutex_);
    journal_.Add(run, done);
    result_.runs[run] = done;
    if (!control_.progress) return;
    const auto count = static_cast<int>(result_.runs.size());
    control_.progress(count - result_.CountMissing(), count);
  }

  const Study& study_;
  const MakeTypes& types_;
  const StudyControl& control_;
  StudyResult& result_;
  StudyJournal& journal_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

std::string PrintExactly(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof(text), value).ptr};
}

const char* StatusOf(const std::optional<StudyRun>& run) {
  return !run ? "missing" : run->outputs.empty() ? "failed" : "ok";
}

std::string MakeCsv(const Study& study, const StudyResult& result) {
  std::string csv = "run,status";
  for (const StudyParameter& parameter : study.parameters) csv += "," + CsvField(parameter.name);
  for (std::size_t i = 0; i < study.outputs.size(); ++i)
    csv += "," + CsvField(study.outputs[i].name + " [" + result.units[i] + "]");
  csv += ",message\n";
  for (std::size_t run = 0; run < result.runs.size(); ++run) {
    const auto& done = result.runs[run];
    csv += std::to_string(run + 1) + "," + StatusOf(done);
    for (const double value : result.samples.row(static_cast<Eigen::Index>(run)))
      csv += "," + PrintExactly(value);
    for (std::size_t i = 0; i < study.outputs.size(); ++i)
      csv +=
          "," + (done && !done->outputs.empty() ? PrintExactly(done->outputs[i]) : std::string());
    csv += "," + CsvField(done ? done->message : "") + "\n";
  }
  return csv;
}

/// Of the reduced outputs.
std::vector<std::string> ListUnits(const Study& study, const MakeTypes& types) {
  std::vector<std::string> units;
  const ModelFile model = ReadModelFile(study.model, types());
  for (const StudyOutput& output : study.outputs)
    for (const Signal& signal : model.signals)
      if (signal.name == output.signal)
        units.push_back(output.reduction.kind == Reduction::Kind::frequency ? "Hz" : signal.unit);
  return units;
}

}  // namespace

int StudyResult::CountFailed() const {
  return static_cast<int>(std::count_if(
      runs.begin(), runs.end(), [](const auto& run) { return run && run->outputs.empty(); }));
}

int StudyResult::CountMissing() const {
  return static_cast<int>(
      std::count_if(runs.begin(), runs.end(), [](const auto& run) { return !run; }));
}

StudyRun RunOnce(const Study& study, const Eigen::RowVectorXd& values, const MakeTypes& types) {
  std::map<std::string, double> set;
  for (std::size_t i = 0; i < study.parameters.size(); ++i)
    set[study.parameters[i].name] = values[static_cast<Eigen::Index>(i)];
  StudyRun run;
  try {
    const ModelFile file = ReadModelFile(study.model, types(), set);
    try {
      const std::vector<AnalysisOutcome> outcomes = RunAll(file);
      for (const StudyOutput& output : study.outputs)
        run.outputs.push_back(CalcOutput(output, outcomes));
    } catch (const Error& error) {
      run.message = file.Locate(error.what());
    }
  } catch (const Error& error) {
    run.message = OneLine(error.what());
  } catch (const std::bad_alloc&) {
    run.message = "not enough memory for this run";
  }
  if (!run.message.empty()) run.outputs.clear();
  return run;
}

StudyResult RunStudy(const Study& study,
                     const MakeTypes& types,
                     const std::filesystem::path& folder,
                     const StudyControl& control) {
  StudyResult result{.samples = MakeSamples(study), .units = ListUnits(study, types)};
  OutputFolder output(folder);
  StudyJournal journal(
      folder / "runs.jsonl", study, static_cast<std::size_t>(result.samples.rows()));
  output.Keep();
  result.runs = journal.runs();
  const auto missing = result.CountMissing();
  result.resumed = static_cast<int>(result.runs.size()) - missing;
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Workers(study, types, control, result, journal)
      .Run(std::clamp(control.jobs > 0 ? control.jobs : threads, 1, std::max(1, missing)));
  return result;
}

void WriteStudy(const Study& study,
                const StudyResult& result,
                const std::filesystem::path& folder) {
  FileTransaction files;
  WriteText(folder / "study.csv", MakeCsv(study, result), files);
  WriteText(folder / "study.html", MakeStudyPage(study, result), files);
  files.Commit();
}

}  // namespace trunnion
