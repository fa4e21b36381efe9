import type { PluginFailure } from '@waypost/contract/platform';

/** Event, in each process in which a plugin fails by itself: `kind` is `process` or `start`. */
export const PLUGIN_FAILED_EVENT = 'platform.plugin_failed';

/** Payload of {@link PLUGIN_FAILED_EVENT}. */
export interface PluginFailed extends Pick<PluginFailure, 'kind' | 'version' | 'reason' | 'serving'> {
  plugin: string;
  /** The same for failures of one cause in several processes; another one after each change or trial. */
  occasion: string;
}
