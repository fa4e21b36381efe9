import { z } from 'zod';
import { zPluginCollection, zPluginSurface } from './plugin-facts.ts';

const texts = z.array(z.string());

/** What an administrator is about to do. */
export const zPluginChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('enable') }),
  z.strictObject({ kind: z.literal('disable') }),
  z.strictObject({ kind: z.literal('remove') }),
  /** Also the first installation, and a downgrade. */
  z.strictObject({ kind: z.literal('upgrade'), release: z.string().max(120) }),
]);
export type PluginChange = z.output<typeof zPluginChange>;

/** Why a change is refused; words: `system.plugins.blocker.<code>`. */
const zPluginBlocker = z.object({
  code: z.enum([
    'required',
    'in_registry',
    'not_installed',
    'engine',
    'requirement',
    'dependents',
    'area_taken',
    'consent',
    'manifest',
  ]),
  /** What it is about: a plugin, a range, an area. */
  subject: z.string(),
});
export type PluginBlocker = z.output<typeof zPluginBlocker>;

/** Why a release deserves a second look: less trust than the one that is installed, or older than that. */
const zPluginConcern = z.object({
  code: z.enum(['unsigned', 'other_key', 'older']),
  /** Version that is installed, and the one that would be. */
  from: z.string(),
  to: z.string(),
});
export type PluginConcern = z.output<typeof zPluginConcern>;

/** What a change would do, from facts that are known without running anything that nobody consented to. */
export const zPluginPreview = z.object({
  change: z.enum(['enable', 'disable', 'remove', 'upgrade']),
  /** Version that serves now, and afterwards. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  blockers: z.array(zPluginBlocker),
  /** Of an upgrade. They keep nobody from it. */
  concerns: z.array(zPluginConcern),
  /** What appears and what vanishes. */
  added: zPluginSurface,
  removed: zPluginSurface,
  /** False: this release has never run here, so only what its manifest says is known. */
  is_complete: z.boolean(),
  /** Enabled plugins that would stop with it (only with `cascade`), or that would start again. */
  dependents: texts,
  capabilities: z.object({ added: texts, removed: texts, missing: texts }),
  /** Migrations that would run; null when it is not known before the release has run. */
  migrations: z.int().nullable(),
  /** In this process: calls on their way, and browsers that follow topics of it. */
  open: z.object({ calls: z.int(), channels: z.int() }),
  /** Collections with their counts; empty unless data could be touched. */
  collections: z.array(zPluginCollection),
  /** Whether somebody has set something: of a removal, and of a choice, which may find settings that a removal kept. */
  has_settings: z.boolean(),
});
export type PluginPreview = z.output<typeof zPluginPreview>;

/** A plugin in PLUGIN_DIR. */
export const zPluginFolder = z.object({
  folder: z.string(),
  id: z.string(),
  version: z.string(),
  /** When what it has now is in the store already. */
  release: z.string().nullable(),
});
export type PluginFolder = z.output<typeof zPluginFolder>;

/** An export that a removal with `archive` made. */
export const zPluginArchive = z.object({
  id: z.string(),
  plugin: z.string(),
  release: z.string().nullable(),
  collections: z.array(z.object({ name: z.string(), count: z.int() })),
  /** Bytes of the gzip file: NDJSON, a line for each collection, then one of its documents (extended JSON) a line. */
  size: z.int(),
  sha256: z.string(),
  create_time: z.string(),
});
export type PluginArchive = z.output<typeof zPluginArchive>;

/** Collections that a removal kept and dropped. */
export const zPluginRemoval = z.object({
  kept: texts,
  dropped: texts,
  archive: zPluginArchive.nullable(),
});
export type PluginRemoval = z.output<typeof zPluginRemoval>;

/** Settings of a plugin as a form shows them. */
export const zPluginSettings = z.object({
  /** JSON schema of an object with all fields. */
  schema: z.record(z.string(), z.unknown()),
  /** Write-only fields; `set` are those that have a value. */
  secrets: texts,
  set: texts,
  defaults: z.record(z.string(), z.unknown()),
  version: z.int(),
  values: z.record(z.string(), z.unknown()),
});
export type PluginSettingsView = z.output<typeof zPluginSettings>;
