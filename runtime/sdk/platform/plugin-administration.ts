import type { FileAnswer } from '@waypost/contract';
import type {
  CollectionChoice,
  PluginArchive,
  PluginChange,
  PluginContribution,
  PluginDetails,
  PluginFolder,
  PluginHealth,
  PluginHistoryEntry,
  PluginHistoryKind,
  PluginHistoryVerdict,
  PluginOverview,
  PluginPreview,
  PluginRelease,
  PluginRemoval,
  PluginSettingsView,
  SettingsChoice,
} from '@waypost/contract/platform';
import type { RequestContext } from '../request.ts';

export interface PluginHistoryQuery {
  kind: PluginHistoryKind;
  id?: string | undefined;
  page: number;
  page_size: number;
}

export interface PluginLeftovers {
  /** One sentence each, in English, for the operator. */
  leftovers: string[];
  kept: { collection: string; plugin: string }[];
}

/**
 * Administration of plugins, for plugins with the capability `platform`. What changes something writes to the store and
 * to the chained history; every process follows within a second. `request` names who does it; without one it is the
 * platform's operator (command line).
 *
 * Errors: `plugin_unknown` 404; `plugin_required`, `plugin_in_registry`, `plugin_dependents`, `plugin_requirement`,
 * `plugin_engine`, `plugin_consent`, `plugin_release_differs` 409; `archive_*`, `manifest_invalid`,
 * `integrity_mismatch`, `signature_invalid` 422.
 */
export interface PluginAdministration {
  list(): Promise<PluginOverview[]>;
  details(id: string): Promise<PluginDetails>;
  preview(id: string, change: PluginChange): Promise<PluginPreview>;
  /** Verifies an archive and keeps it; nothing of it runs. */
  receive(archive: Uint8Array, request?: RequestContext): Promise<{ id: string; release: PluginRelease }>;
  /** Takes a plugin of PLUGIN_DIR as it stands now into the store. */
  receiveFolder(folder: string, request?: RequestContext): Promise<{ id: string; release: PluginRelease }>;
  /** Folders of PLUGIN_DIR with a manifest; `release` when what it has now is in the store already. */
  folders(): Promise<PluginFolder[]>;
  /**
   * Chooses a release: installation, upgrade or downgrade. A release that asks for more than `granted` is chosen, but
   * waits; what served before goes on. `restoreData`: puts the collections back as the backup point has them.
   */
  choose(
    id: string,
    release: string,
    options: { granted: readonly string[]; trusted?: boolean; enable?: boolean; restoreData?: boolean },
    request?: RequestContext,
  ): Promise<void>;
  enable(id: string, request?: RequestContext): Promise<void>;
  /** `cascade`: also those that require it; without it they are a reason to refuse. */
  disable(id: string, options: { cascade?: boolean }, request?: RequestContext): Promise<string[]>;
  /**
   * Collections that are not named follow the plugin's own proposal. Settings are kept where any collection is, else as
   * `settings` says; without it they go.
   */
  remove(
    id: string,
    options: {
      collections: Readonly<Record<string, CollectionChoice>>;
      settings?: SettingsChoice | undefined;
      cascade?: boolean;
    },
    request?: RequestContext,
  ): Promise<PluginRemoval>;
  health(id: string): Promise<PluginHealth>;
  /**
   * Takes a part out of quarantine in every process; without one: all of them, a failed activation is tried again, and a
   * process that was given up is started.
   */
  retry(id: string, part?: string, request?: RequestContext): Promise<void>;
  /**
   * The plugin once every process that runs now has done what was chosen last, or failed at it; after two minutes as it
   * is then (`starting`).
   */
  outcome(id: string): Promise<PluginOverview>;
  history(query: PluginHistoryQuery): Promise<{ content: PluginHistoryEntry[]; count: number }>;
  verifyHistory(): Promise<PluginHistoryVerdict[]>;
  contributions(): Promise<PluginContribution[]>;
  /** What is left of plugins that are gone, and the collections that removals kept. */
  leftovers(): Promise<PluginLeftovers>;
  /** Null for a plugin that declares no settings, or is not active. */
  settings(id: string): Promise<PluginSettingsView | null>;
  /**
   * Changes some settings; null puts one back to its default.
   * Errors: `not_found` 404, `forbidden` 403 without the right of a setting, `second_factor_required` 403 where one leads data
   * out, `invalid_input` 422 at the field, `stale_version` 409 with the present view.
   */
  changeSettings(
    id: string,
    version: number,
    change: Readonly<Record<string, unknown>>,
    request?: RequestContext,
  ): Promise<PluginSettingsView>;
  archives(): Promise<PluginArchive[]>;
  /** An export as a file to be sent. Errors: `not_found`. */
  archiveFile(id: string): Promise<FileAnswer>;
  removeArchive(id: string, request?: RequestContext): Promise<void>;
}
