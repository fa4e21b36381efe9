import { neutralFigure, type Problem, type ProblemCode } from '@waypost/contract/platform';

/**
 * What is wrong and what to do, in English, for `doctor` and the log. The screen's en-US words are the same: a test holds
 * them against each other. `{{count}}` stands in the form for several things.
 */
export const PROBLEM_SENTENCES: Readonly<Record<ProblemCode, readonly [what: string, advice: string]>> = {
  store_unavailable: [
    'The store does not answer',
    'Visits go on and wait in the journal; the back-office waits for it. Look whether the process “store” or MongoDB runs; the log says why not.',
  ],
  journal_failing: [
    'Visits cannot be written down',
    'They are refused rather than lost. Make room on the disk of the data directory, or look whether it can be written.',
  ],
  journal_foreign: [
    'Visits that wait belong to another database than the one that is reached',
    'They are not counted until MONGODB_URI names theirs again. If it is gone for good, the log says how they are counted in this one.',
  ],
  feed_lost: [
    'The process {{subject}} has not heard of changes for {{value}}',
    'New and changed codes may not be answered there. Look into its log why; a restart of the process reads everything anew.',
  ],
  process_silent: [
    'The process {{subject}} has said nothing for {{value}}',
    'Look on its server whether it runs: a process that is stopped or hangs is ended by hand, and the launcher starts it again. If the server does not come back, its last visits are on its disk: within a day bring its DATA_DIR to another one and run waypost visits replay --from there.',
  ],
  visits_unaccounted: [
    'Visits that are missing in the statistics: {{count}}',
    'Run waypost doctor, repair the disk or bring the files back, then run waypost visits replay.',
  ],
  visits_differ: [
    'Counters of visits differ: {{count}}',
    'Run waypost doctor: it names the journal and the counters.',
  ],
  journal_lag: [
    'Statistics are {{value}} behind; visits that wait: {{count}}',
    'No visit is lost. Look whether the process “aggregator” runs and the store is quick enough.',
  ],
  disk_space: [
    'Free on the disk of the data directory: {{value}}',
    'Make room, or move the data directory to a larger disk: without room visits are refused.',
  ],
  plugins_failed: [
    'Plugins that have failed: {{count}}',
    'Fix the cause, then choose Try again under Plugins.',
  ],
  store_near_limit: [
    'Limits of the embedded store that are near: {{count}}',
    'Plugins shows which ones. It is time to move to MongoDB.',
  ],
  store_latency: [
    'The store takes {{value}} to answer ({{subject}})',
    'Look what it is busy with, and whether disk and processor keep up.',
  ],
  event_loop: [
    'The process {{subject}} is kept busy: its answers wait for {{value}}',
    'If it lasts, give the server another core, or spread visits over several servers.',
  ],
  processor: [
    'The process {{subject}} uses {{value}} of a core',
    'If it lasts, give the server another core, or spread visits over several servers.',
  ],
  memory: [
    'The process {{subject}} holds {{value}} of memory',
    'If it grows on, restart the product at a quiet hour and report it; if it is the size of your data, raise the limit.',
  ],
  backup_none: ['There is no backup', 'Choose a folder and a time under Backups, or run waypost backup.'],
  backup_old: [
    'The last backup is {{value}} old',
    'Look under Backups why there is no newer one, or choose Back up now.',
  ],
  backup_failed: [
    'The last backup has failed',
    'It is tried again automatically. Fix the cause that Backups shows; Back up now does not wait.',
  ],
  drill_failed: ['The last backup cannot be restored', 'Make a new one under Backups and try it there.'],
  jobs_late: [
    'Jobs that wait for their turn: {{count}}; one for {{value}}',
    'Look whether a process with the role jobs runs, and which job runs for long.',
  ],
  jobs_failed: [
    'Recurring jobs that failed at their last run: {{count}}',
    'The list of jobs below says why. They are tried again at their next run.',
  ],
};

/** What is wrong, with its figures. */
export function problemText(problem: Problem): string {
  const [what] = PROBLEM_SENTENCES[problem.code];
  return what
    .replace('{{subject}}', problem.subject)
    .replace('{{count}}', String(problem.count ?? 0))
    .replace(
      '{{value}}',
      problem.value === null ? '' : neutralFigure(problem.value, problem.unit ?? 'count'),
    );
}

/** The same with what to do. */
export function problemSentence(problem: Problem): string {
  return `${problemText(problem)}. ${PROBLEM_SENTENCES[problem.code][1]}`;
}
