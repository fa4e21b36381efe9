import type { Logger } from './ground.ts';

/** How a process of the plugin's own is. */
export interface ProcessState {
  /** `restarting`: it is being started, or waits for its next start; `ended`: nobody has started it. */
  state: 'running' | 'restarting' | 'ended';
  /** Why it ended last. */
  reason?: string;
  /** Starts after the first one. */
  restarts: number;
}

/**
 * Programs of the plugin's own that run beside it all the time: those that plugin.json names in `processes`. Each runs
 * in a process of its own, is started again when it ends, later each time, and ends with the plugin. It is contained as
 * the plugin is: that of a plugin in a process of its own can reach no network and start nothing.
 *
 * One that is declared `apart` is started by the launcher, where its secret is given, and not by the server: `start` and `stop`
 * do nothing, `ask` reaches it, and its state is `ended` where it was not started for want of its secret. A TypeError that it
 * throws at its start says what is wrong with what it was given: the product does not start, and the operator reads its message.
 */
export interface Processes {
  /**
   * Starts it, unless it runs; best in `setup`, after `settings`. Resolves before it can be asked: `ask` waits for that.
   * Errors: TypeError for a name that plugin.json does not have, or that was not granted (`process:<name>`).
   */
  start(name: string): Promise<void>;
  /** Ends it: it may finish what it does, for three seconds. It takes new settings with the next `start`. */
  stop(name: string): Promise<void>;
  /**
   * Asks it. What goes in and out is JSON of at most 1 MiB. `limitMs`: by default 30,000, at most 300,000.
   * Errors: what its program throws, as an Error with the same message; `plugin_process_away` 503 while it does not run,
   * `plugin_process_ended` 503 when it ends meanwhile.
   */
  ask(name: string, method: string, params?: unknown, options?: { limitMs?: number }): Promise<unknown>;
  state(name: string): Promise<ProcessState>;
}

/** What a program answers, by the name of the question. `signal` is aborted when nobody waits any more. */
export type ProgramAnswers = Readonly<
  Record<string, (params: unknown, signal: AbortSignal) => Promise<unknown> | unknown>
>;

/**
 * A program of the plugin's own: what the file that plugin.json names exports as `program`. It is called once for each
 * start; what it throws ends the process, and it is started again later.
 */
export type Program = (given: {
  /** What plugin.json declares, and nothing else; also `process.env`. */
  environment: Readonly<Record<string, string>>;
  log: Logger;
  /**
   * A folder of DATA_DIR that is its own, for one that the launcher starts (`apart`); else undefined. Backups have it: after
   * a restore an empty file `restored` lies there, until the program takes it away.
   */
  directory?: string | undefined;
}) => Promise<RunningProgram> | RunningProgram;

export interface RunningProgram {
  answers: ProgramAnswers;
  /** Called when it is to end, after the questions that are open: three seconds for both. */
  stop?(): Promise<void> | void;
}

/** What a command of a program that is started apart answers; as those of the product. */
export interface ApartCommandResult {
  /** For `--json`. */
  value: unknown;
  lines: readonly string[];
  /** It could not be done: exit code 1. */
  hasFailed?: boolean;
}

/** What the file that plugin.json names as `apart.command` exports as `command`: `waypost <name of the process> <words>`. */
export type ApartCommand = (given: {
  words: readonly string[];
  /** The secrets that are given. */
  environment: Readonly<Record<string, string>>;
  /** The program's folder. */
  directory: string;
  /** Asks the program that runs. Undefined: none runs, nor starts, until the command has ended; the folder is the command's. */
  ask: ((method: string, given: unknown) => Promise<unknown>) | undefined;
}) => Promise<ApartCommandResult>;
