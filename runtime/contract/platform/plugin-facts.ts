import { z } from 'zod';

const texts = z.array(z.string());

/**
 * `starting`: being prepared; `waiting`: for the consent of an administrator. In both, and after a failure, an older
 * release may serve meanwhile.
 */
export const zPluginState = z.enum(['active', 'disabled', 'failed', 'starting', 'waiting']);
export type PluginState = z.output<typeof zPluginState>;

/** Where a plugin's code comes from: registry.json of the operator, a folder of PLUGIN_DIR or an uploaded archive. */
const zPluginSource = z.enum(['registry', 'folder', 'archive']);
export type PluginSource = z.output<typeof zPluginSource>;

/**
 * `own`: named in registry.json; `trusted`: validly signed and explicitly trusted, both run inside the server's process;
 * `outside`: runs in a process of its own.
 */
const zPluginTrust = z.enum(['own', 'trusted', 'outside']);
export type PluginTrust = z.output<typeof zPluginTrust>;

/** What becomes of a collection when its plugin is removed. */
export const zCollectionChoice = z.enum(['keep', 'archive', 'drop']);
export type CollectionChoice = z.output<typeof zCollectionChoice>;

/** What becomes of what somebody has set, when its plugin is removed. */
export const zSettingsChoice = z.enum(['keep', 'drop']);
export type SettingsChoice = z.output<typeof zSettingsChoice>;

/** One release of a plugin that the store or registry.json has. */
export const zPluginRelease = z.object({
  /** `<version>-<first 8 hex digits of its hash>`; of registry.json's plugins the version. */
  release: z.string(),
  version: z.string(),
  /** SHA-256 of the archive, hex; empty for plugins of registry.json. */
  sha256: z.string(),
  /** Bytes of the archive; 0 for plugins of registry.json. */
  size: z.int(),
  source: zPluginSource,
  /** Id of the key that signed it; null for an unsigned one. */
  key: z.string().nullable(),
  /** Whether PLUGIN_TRUSTED_KEYS has that key. */
  is_key_trusted: z.boolean(),
  /** What it asks for, in the form of `requestedCapabilities`. */
  capabilities: texts,
  create_time: z.string().nullable(),
});
export type PluginRelease = z.output<typeof zPluginRelease>;

const zPluginRequirement = z.object({
  id: z.string(),
  range: z.string(),
  /** Version that serves now; null when it is not active. */
  version: z.string().nullable(),
  is_met: z.boolean(),
});
export type PluginRequirement = z.output<typeof zPluginRequirement>;

/** Why a plugin does not do what was chosen. Try again: the call `plugins/retry`. */
const zPluginFailure = z.object({
  /**
   * `process`: its process ended again and again, and was given up; `start`: it could not be started or set up;
   * `requirement`: what it needs is not active; `release`: it cannot be used as it is.
   */
  kind: z.enum(['process', 'start', 'requirement', 'release']),
  /** Version that failed; empty when nobody knows it. */
  version: z.string(),
  /** What happened last, in English, as the log has it. */
  reason: z.string(),
  /** Version that serves instead; null when none does. */
  serving: z.string().nullable(),
  /** Processes of the runtime in which it failed, and how many there are. */
  processes: texts,
  of: z.int(),
});
export type PluginFailure = z.output<typeof zPluginFailure>;

/** One row of the list. */
export const zPluginOverview = z.object({
  id: z.string(),
  /** Locale key of its name. */
  title: z.string(),
  /** Its name in the words that the plugin brings; its id when it brings none. By locale. */
  names: z.record(z.string(), z.string()),
  /** What it is for, in a sentence, where it says so. By locale. */
  descriptions: z.record(z.string(), z.string()),
  /** Name of its icon; empty: it names none. */
  icon: z.string(),
  /** Version that serves in this process; null when none does. */
  version: z.string().nullable(),
  /** Release that administrators chose. */
  release: z.string().nullable(),
  source: zPluginSource,
  trust: zPluginTrust,
  state: zPluginState,
  /** Why it failed or waits, in English, as the log has it; null otherwise. */
  reason: z.string().nullable(),
  /** In whichever process it failed; null when it failed in none. */
  failure: zPluginFailure.nullable(),
  is_enabled: z.boolean(),
  is_required: z.boolean(),
  requires: z.array(zPluginRequirement),
  /** Ids of enabled plugins that require it. */
  dependents: texts,
  /** Capabilities of the chosen release that nobody has granted yet. */
  missing_capabilities: texts,
  /** Newest release that is not the chosen one. */
  newer: z.object({ release: z.string(), version: z.string() }).nullable(),
  /** Parts in quarantine, in all processes. */
  quarantined: z.int(),
});
export type PluginOverview = z.output<typeof zPluginOverview>;

/** Everything that a plugin shows to others while it is active. Lists are sorted. */
export const zPluginSurface = z.object({
  /** `area/call` */
  routes: texts,
  /** Screens of its remote. */
  screens: texts,
  menus: z.array(z.object({ route: z.string(), parent: z.string().nullable(), permission: z.string() })),
  permissions: texts,
  jobs: texts,
  topics: texts,
  /** Events that it listens to. */
  events: texts,
  /** Services that it offers. */
  services: texts,
  /** Contributions to extension points, as `<kind>:<point>:<name>`. */
  contributions: texts,
});
export type PluginSurface = z.output<typeof zPluginSurface>;
export type PluginMenu = PluginSurface['menus'][number];

export const zPluginCollection = z.object({
  /** Name in the store. */
  name: z.string(),
  /** Documents, counted; estimated above 100,000. */
  count: z.int(),
  /** What the plugin proposes for its removal. */
  proposal: zCollectionChoice,
});
export type PluginCollection = z.output<typeof zPluginCollection>;

/** A process of the runtime and what of the plugin it serves. */
const zPluginProcess = z.object({
  /** `<host>:<pid>` */
  process: z.string(),
  /** Release that it serves; null when none. */
  release: z.string().nullable(),
  state: zPluginState,
  reason: z.string().nullable(),
  seen_time: z.string(),
});
export type PluginProcess = z.output<typeof zPluginProcess>;

/** A copy of a plugin's collections from before an upgrade changed them. */
const zPluginBackup = z.object({
  id: z.string(),
  /** Release whose data it is. */
  release: z.string(),
  /** Release whose migrations changed them. */
  next_release: z.string(),
  collections: z.array(z.object({ name: z.string(), count: z.int() })),
  create_time: z.string(),
});
export type PluginBackup = z.output<typeof zPluginBackup>;

export const zPluginDetails = zPluginOverview.extend({
  engine: z.string(),
  areas: texts,
  capabilities: z.array(z.object({ name: z.string(), is_granted: z.boolean() })),
  surface: zPluginSurface,
  releases: z.array(zPluginRelease),
  collections: z.array(zPluginCollection),
  processes: z.array(zPluginProcess),
  backup: zPluginBackup.nullable(),
});
export type PluginDetails = z.output<typeof zPluginDetails>;
