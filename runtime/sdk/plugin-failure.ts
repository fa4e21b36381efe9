/**
 * `process`: its process ended again and again, and was given up; `start`: it could not be started or set up;
 * `requirement`: what it needs is not active; `release`: it cannot be used as it is.
 */
export type PluginFailureKind = 'process' | 'start' | 'requirement' | 'release';

/** Why a plugin does not do what was chosen. Try again: `PluginAdministration.retry`. */
export interface PluginFailure {
  kind: PluginFailureKind;
  /** Version that failed; empty when nobody knows it. */
  version: string;
  /** What happened last, in English, as the log has it. */
  reason: string;
  /** Version that serves instead; null when none does. */
  serving: string | null;
  /** Processes of the runtime in which it failed, and how many there are. */
  processes: string[];
  of: number;
}

/** Event, in each process in which a plugin fails by itself: `kind` is `process` or `start`. */
export const PLUGIN_FAILED_EVENT = 'platform.plugin_failed';

/** Payload of {@link PLUGIN_FAILED_EVENT}. */
export interface PluginFailed extends Pick<PluginFailure, 'kind' | 'version' | 'reason' | 'serving'> {
  plugin: string;
  /** The same for failures of one cause in several processes; another one after each change or trial. */
  occasion: string;
}
