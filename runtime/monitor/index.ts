export { crossedLimit, type Facts, findProblems, type Spoken } from './find-problems.ts';
export { SILENT_MS } from './grid.ts';
export { createProblemBook, keyOf, type ProblemBook, type ProblemChange } from './problem-book.ts';
export { problemSentence } from './problem-sentences.ts';
export { createProcessMeter, rounded } from './process-meter.ts';
export { createHistoryReader } from './read-history.ts';
export { readLimits, type SettingsPlace } from './read-limits.ts';
export { sampleProcess } from './sample-process.ts';
export {
  createSeriesWriter,
  ensureMonitorCollections,
  type Figures,
  MONITOR_SAMPLES,
  monitorCollections,
  ownerOf,
  type ProcessDocument,
  SAMPLE_SECONDS,
  type SeriesOwner,
} from './series.ts';
