import type { FileAnswer } from '@waypost/contract';
import type { PluginFailure } from './plugin-failure.ts';
import type { RequestContext } from './request.ts';

/** Where a plugin's code comes from: registry.json of the operator, a folder of PLUGIN_DIR or an uploaded archive. */
export type PluginSource = 'registry' | 'folder' | 'archive';

/**
 * `own`: named in registry.json; `trusted`: validly signed and explicitly trusted, both run inside the server's process;
 * `outside`: runs in a process of its own.
 */
export type PluginTrust = 'own' | 'trusted' | 'outside';

/**
 * `starting`: being prepared; `waiting`: for the consent of an administrator. In both, and after a failure, an older
 * release may serve meanwhile.
 */
export type PluginState = 'active' | 'disabled' | 'failed' | 'starting' | 'waiting';

/** One release of a plugin that the store or registry.json has. */
export interface PluginRelease {
  /** `<version>-<first 8 hex digits of its hash>`; of registry.json's plugins the version. */
  release: string;
  version: string;
  /** SHA-256 of the archive, hex; empty for plugins of registry.json. */
  sha256: string;
  /** Bytes of the archive; 0 for plugins of registry.json. */
  size: number;
  source: PluginSource;
  /** Id of the key that signed it; null for an unsigned one. */
  key: string | null;
  /** Whether PLUGIN_TRUSTED_KEYS has that key. */
  is_key_trusted: boolean;
  /** What it asks for, in the form of `requestedCapabilities`. */
  capabilities: string[];
  create_time: string | null;
}

export interface PluginRequirement {
  id: string;
  range: string;
  /** Version that serves now; null when it is not active. */
  version: string | null;
  is_met: boolean;
}

/** One row of the list. */
export interface PluginOverview {
  id: string;
  /** Locale key of its name. */
  title: string;
  /** Its name in the words that the plugin brings; its id when it brings none. By locale. */
  names: Record<string, string>;
  /** Version that serves in this process; null when none does. */
  version: string | null;
  /** Release that administrators chose. */
  release: string | null;
  source: PluginSource;
  trust: PluginTrust;
  state: PluginState;
  /** Why it failed or waits, in English, as the log has it; null otherwise. */
  reason: string | null;
  /** In whichever process it failed; null when it failed in none. */
  failure: PluginFailure | null;
  is_enabled: boolean;
  is_required: boolean;
  requires: PluginRequirement[];
  /** Ids of enabled plugins that require it. */
  dependents: string[];
  /** Capabilities of the chosen release that nobody has granted yet. */
  missing_capabilities: string[];
  /** Newest release that is not the chosen one. */
  newer: { release: string; version: string } | null;
  /** Parts in quarantine, in all processes. */
  quarantined: number;
}

export interface PluginMenu {
  route: string;
  parent: string | null;
  permission: string;
}

/** Everything that a plugin shows to others while it is active. Lists are sorted. */
export interface PluginSurface {
  /** `area/call` */
  routes: string[];
  /** Screens of its remote. */
  screens: string[];
  menus: PluginMenu[];
  permissions: string[];
  jobs: string[];
  topics: string[];
  /** Events that it listens to. */
  events: string[];
  /** Services that it offers. */
  services: string[];
  /** Contributions to extension points, as `<kind>:<point>:<name>`. */
  contributions: string[];
}

export interface PluginCollection {
  /** Name in the store. */
  name: string;
  /** Documents, counted; estimated above 100,000. */
  count: number;
  /** What the plugin proposes for its removal. */
  proposal: CollectionChoice;
}

export type CollectionChoice = 'keep' | 'archive' | 'drop';

/** A process of the runtime and what of the plugin it serves. */
export interface PluginProcess {
  /** `<host>:<pid>` */
  process: string;
  /** Release that it serves; null when none. */
  release: string | null;
  state: PluginState;
  reason: string | null;
  seen_time: string;
}

/** A copy of a plugin's collections from before an upgrade changed them. */
export interface PluginBackup {
  id: string;
  /** Release whose data it is. */
  release: string;
  /** Release whose migrations changed them. */
  next_release: string;
  collections: { name: string; count: number }[];
  create_time: string;
}

export interface PluginDetails extends PluginOverview {
  engine: string;
  areas: string[];
  capabilities: { name: string; is_granted: boolean }[];
  surface: PluginSurface;
  releases: PluginRelease[];
  collections: PluginCollection[];
  processes: PluginProcess[];
  backup: PluginBackup | null;
}

/** What an administrator is about to do. */
export type PluginChange =
  | { kind: 'enable' }
  | { kind: 'disable' }
  | { kind: 'remove' }
  /** Also the first installation, and a downgrade. */
  | { kind: 'upgrade'; release: string };

/** Why a change is refused; words: `system.plugins.blocker.<code>`. */
export interface PluginBlocker {
  code:
    | 'required'
    | 'in_registry'
    | 'not_installed'
    | 'engine'
    | 'requirement'
    | 'dependents'
    | 'area_taken'
    | 'consent'
    | 'manifest';
  /** What it is about: a plugin, a range, an area. */
  subject: string;
}

/** Why a release deserves a second look: less trust than the one that is installed, or older than that. */
export interface PluginConcern {
  code: 'unsigned' | 'other_key' | 'older';
  /** Version that is installed, and the one that would be. */
  from: string;
  to: string;
}

/** What a change would do, from facts that are known without running anything that nobody consented to. */
export interface PluginPreview {
  change: PluginChange['kind'];
  /** Version that serves now, and afterwards. */
  from: string | null;
  to: string | null;
  blockers: PluginBlocker[];
  /** Of an upgrade. They keep nobody from it. */
  concerns: PluginConcern[];
  /** What appears and what vanishes. */
  added: PluginSurface;
  removed: PluginSurface;
  /** False: this release has never run here, so only what its manifest says is known. */
  is_complete: boolean;
  /** Enabled plugins that would stop with it (only with `cascade`), or that would start again. */
  dependents: string[];
  capabilities: { added: string[]; removed: string[]; missing: string[] };
  /** Migrations that would run; null when it is not known before the release has run. */
  migrations: number | null;
  /** In this process: calls on their way, and browsers that follow topics of it. */
  open: { calls: number; channels: number };
  /** Collections with their counts; empty unless data could be touched. */
  collections: PluginCollection[];
}

/** A part of a plugin that is watched on its own: `route:<area/call>`, `job:<name>`, `hook:<event>`. */
export interface PluginPart {
  part: string;
  calls: number;
  faults: number;
  /** Longest call, milliseconds. */
  slowest_ms: number;
  state: 'working' | 'quarantined' | 'trying';
  /** Why it is in quarantine. */
  reason: string | null;
  /** How many times in a row it was put into quarantine. */
  quarantines: number;
  /** When it is tried again by itself. */
  retry_time: string | null;
}

/** The process of an outside plugin. */
export interface PluginChildProcess {
  /** `failed`: it ended again and again, and is not started any more by itself. */
  state: 'running' | 'restarting' | 'failed' | 'ended';
  /** Why it ended last; null when it never did. */
  reason: string | null;
  pid: number | null;
  /** Resident memory, bytes. */
  memory: number | null;
  restarts: number;
  /** How its network, files and programs are held: `kernel`, `runtime` or `none`; `processor`: `free` or `held_back`. */
  containment: Record<string, string>;
}

export interface PluginHealth {
  id: string;
  /** Process of the runtime that answers. */
  process: string;
  state: PluginState;
  reason: string | null;
  parts: PluginPart[];
  child: PluginChildProcess | null;
  /** Parts in quarantine in other processes. */
  elsewhere: { process: string; part: string; reason: string; retry_time: string }[];
}

export interface PluginHistoryEntry {
  seq: number;
  time: string;
  /** `plugin.install`, `plugin.enable` …, or what the plugin itself recorded. */
  type: string;
  plugin: string;
  /** Account; null for what the platform did by itself. */
  account: string | null;
  ip: string | null;
  target: string | null;
  /** JSON texts. */
  before: string | null;
  after: string | null;
}

/** `life`: what was done to plugins; `changes`: what plugins changed through their context. */
export type PluginHistoryKind = 'life' | 'changes';

export interface PluginHistoryQuery {
  kind: PluginHistoryKind;
  id?: string | undefined;
  page: number;
  page_size: number;
}

export interface PluginHistoryVerdict {
  kind: PluginHistoryKind;
  is_intact: boolean;
  entries: number;
  /** First entry that was changed, or follows one that was taken out; null when intact. */
  broken_at: number | null;
}

/** Who contributes to one place: a menu node, a slot, a hook, a topic … */
export interface PluginContribution {
  kind: string;
  point: string;
  plugin: string;
  name: string;
  order: number | null;
}

/** Settings of a plugin as a form shows them. */
export interface PluginSettingsView {
  /** JSON schema of an object with all fields. */
  schema: Record<string, unknown>;
  /** Write-only fields; `set` are those that have a value. */
  secrets: string[];
  set: string[];
  defaults: Record<string, unknown>;
  version: number;
  values: Record<string, unknown>;
}

/** An export that a removal with `archive` made. */
export interface PluginArchive {
  id: string;
  plugin: string;
  release: string | null;
  collections: { name: string; count: number }[];
  /** Bytes of the gzip file: NDJSON, a line for each collection, then one of its documents (extended JSON) a line. */
  size: number;
  sha256: string;
  create_time: string;
}

export interface PluginRemoval {
  kept: string[];
  dropped: string[];
  archive: PluginArchive | null;
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
  folders(): Promise<{ folder: string; id: string; version: string; release: string | null }[]>;
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
  /** Collections that are not named follow the plugin's own proposal. */
  remove(
    id: string,
    options: { collections: Readonly<Record<string, CollectionChoice>>; cascade?: boolean },
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
   * Errors: `not_found` 404, `invalid_input` 422 at the field, `stale_version` 409 with the present view.
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
