import {
  defineCall,
  pageOf,
  pagingShape,
  type ResultOf,
  zFileAnswer,
  zId,
  zPluginId,
} from '@waypost/contract';
import {
  zCollectionChoice,
  zPluginArchive,
  zPluginChange,
  zPluginContribution,
  zPluginDetails,
  zPluginFolder,
  zPluginHealth,
  zPluginHistoryEntry,
  zPluginHistoryKind,
  zPluginHistoryVerdict,
  zPluginOverview,
  zPluginPreview,
  zPluginRelease,
  zPluginRemoval,
  zPluginSettings,
  zSettingsChoice,
} from '@waypost/contract/platform';
import { z } from 'zod';

/** Sees plugins, their health and their history. */
export const READ = 'system.plugin:read';
/** Switches plugins that were consented to, and changes their settings. */
export const UPDATE = 'system.plugin:update';
/**
 * Brings code onto the server and grants it what it asks for. A noun of its own: no role has it with the screen, only
 * super administrators, for who installs can do whatever a plugin can.
 */
export const INSTALL = 'system.plugin_release:install';
/** Takes plugins and their data away. */
export const DELETE = 'system.plugin_release:delete';

/** Bytes of an archive, and of one part before base64: a part has to fit into the body of a call. */
export const ARCHIVE_LIMIT_BYTES = 20 * 1024 * 1024;
export const PART_BYTES = 512 * 1024;
const PART_LETTERS = Math.ceil(PART_BYTES / 3) * 4;

const area = 'plugins';
const one = z.strictObject({ id: zPluginId });
const read = { permission: READ } as const;
const update = { permission: UPDATE } as const;
const install = { permission: INSTALL } as const;
const remove = { permission: DELETE } as const;

export const pluginsInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zPluginOverview), count: z.int() }),
  access: read,
  summary: 'Every plugin with its state',
});

export const pluginDetails = defineCall({
  area,
  call: 'details',
  body: one,
  result: zPluginDetails,
  access: read,
  summary: 'One plugin: what it shows, its releases, data and processes',
});

export const pluginPreview = defineCall({
  area,
  call: 'preview',
  body: z.strictObject({ id: zPluginId, change: zPluginChange }),
  result: zPluginPreview.extend({
    /** Of an end: how many people can open its screens now, and what waits in them for somebody; null otherwise. */
    affected: z.object({ people: z.int(), waiting: z.array(z.string()) }).nullable(),
  }),
  access: read,
  summary: 'What a change would do, before it is made',
});
export type ShownPreview = ResultOf<typeof pluginPreview>;

const zSettings = zPluginSettings.extend({
  /** Label, help and unit by field, in the caller's language; the plugin's pages need not be loaded to read them. */
  texts: z.record(
    z.string(),
    z.object({
      label: z.string().optional(),
      help: z.string().optional(),
      unit: z.string().optional(),
      options: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

/**
 * Whether the settings of a plugin are on pages of their own, as those of mail and of backups are: with their own rights, which
 * whoever may set plugins does not have by it.
 */
export const hasOwnPages = (id: string): boolean => id === 'system';

export const pluginSettings = defineCall({
  area,
  call: 'settings',
  body: one,
  result: zSettings.nullable(),
  access: read,
  summary:
    'Settings of a plugin and the form for them; null when it has none here. Write-only values are not in it',
});

export const pluginChangeSettings = defineCall({
  area,
  call: 'change_settings',
  body: z.strictObject({
    id: zPluginId,
    version: z.int().min(0),
    change: z.record(z.string().max(60), z.unknown()),
  }),
  result: zSettings,
  access: update,
  summary: 'Changes settings of a plugin; null puts one back to its default',
});

export const pluginEnable = defineCall({
  area,
  call: 'enable',
  body: one,
  result: zPluginOverview,
  access: update,
  needsSecondFactor: true,
  summary: 'Switches a plugin on',
});

export const pluginDisable = defineCall({
  area,
  call: 'disable',
  body: z.strictObject({ id: zPluginId, cascade: z.boolean().optional() }),
  result: z.object({ disabled: z.array(z.string()) }),
  access: update,
  summary: 'Switches a plugin off; with `cascade` also those that require it',
});

export const pluginChoose = defineCall({
  area,
  call: 'choose',
  body: z.strictObject({
    id: zPluginId,
    release: z.string().max(120),
    /** What the plugin may do; what it asks for beyond that makes the release wait. */
    granted: z.array(z.string().max(200)).max(300),
    /** Runs inside the server's process: only for releases signed with a trusted key. */
    trusted: z.boolean().optional(),
    enable: z.boolean().optional(),
    /** Puts the collections back as they were before the last upgrade. */
    restore_data: z.boolean().optional(),
  }),
  result: zPluginOverview,
  access: install,
  needsSecondFactor: true,
  summary: 'Installs, upgrades or downgrades: chooses the release that serves',
});

export const pluginRemove = defineCall({
  area,
  call: 'remove',
  body: z.strictObject({
    id: zPluginId,
    /** The id once more, as the confirmation. */
    confirm: z.string().max(200),
    /** Collections that are not named follow the plugin's proposal. */
    collections: z.record(z.string().max(100), zCollectionChoice),
    /** Of a plugin without data that are kept; left out, its settings go. */
    settings: zSettingsChoice.optional(),
    cascade: z.boolean().optional(),
  }),
  result: zPluginRemoval,
  access: remove,
  needsSecondFactor: true,
  summary: 'Removes a plugin with a choice for each of its collections, or for its settings',
});

export const uploadBegin = defineCall({
  area,
  call: 'upload_begin',
  body: z.strictObject({ name: z.string().min(1).max(200), size: z.int().min(1).max(ARCHIVE_LIMIT_BYTES) }),
  result: z.object({ upload: zId, part_bytes: z.int() }),
  access: install,
  needsSecondFactor: true,
  ratePerMinute: 30,
  summary: 'Begins to upload an archive',
});

export const uploadPart = defineCall({
  area,
  call: 'upload_part',
  body: z.strictObject({
    upload: zId,
    /** From 0. */
    number: z.int().min(0).max(100),
    data: z.base64().max(PART_LETTERS),
  }),
  result: z.object({ received: z.int() }),
  access: install,
  bodyLimit: PART_LETTERS + 1_024,
  summary: 'Sends one part of an archive',
});

export const uploadEnd = defineCall({
  area,
  call: 'upload_end',
  body: z.strictObject({ upload: zId }),
  result: z.object({ id: z.string(), release: zPluginRelease }),
  access: install,
  ratePerMinute: 30,
  summary: 'Verifies an uploaded archive and keeps it; nothing of it runs',
});

export const uploadCancel = defineCall({
  area,
  call: 'upload_cancel',
  body: z.strictObject({ upload: zId }),
  result: z.null(),
  access: install,
  summary: 'Forgets an upload',
});

export const foldersInquire = defineCall({
  area,
  call: 'folders',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zPluginFolder) }),
  access: install,
  summary: 'Plugins in the folder of the server',
});

export const folderReceive = defineCall({
  area,
  call: 'receive_folder',
  body: z.strictObject({ folder: z.string().min(1).max(200) }),
  result: z.object({ id: z.string(), release: zPluginRelease }),
  access: install,
  summary: 'Takes a plugin from the folder of the server as it stands now',
});

export const pluginHealth = defineCall({
  area,
  call: 'health',
  body: one,
  result: zPluginHealth,
  access: read,
  summary: 'How the parts of a plugin do',
});

export const pluginRetry = defineCall({
  area,
  call: 'retry',
  body: z.strictObject({ id: zPluginId, part: z.string().max(200).optional() }),
  result: zPluginHealth,
  access: update,
  summary: 'Tries quarantined parts, or a failed activation, again',
});

export const historyInquire = defineCall({
  area,
  call: 'history',
  body: z.strictObject({
    ...pagingShape,
    kind: zPluginHistoryKind.optional(),
    id: zPluginId.optional(),
  }),
  result: pageOf(zPluginHistoryEntry),
  access: read,
  summary: 'What was done to plugins, or what plugins changed, newest first',
});

export const historyVerify = defineCall({
  area,
  call: 'verify_history',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zPluginHistoryVerdict) }),
  access: read,
  ratePerMinute: 10,
  summary: 'Whether the chained logs are as they were written',
});

export const contributionsInquire = defineCall({
  area,
  call: 'contributions',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zPluginContribution) }),
  access: read,
  summary: 'Who contributes to each menu entry, event, service and topic',
});

export const archivesInquire = defineCall({
  area,
  call: 'archives',
  body: z.strictObject({}),
  result: z.object({ content: z.array(zPluginArchive) }),
  access: remove,
  summary: 'Exports that removals made',
});

export const archiveDownload = defineCall({
  area,
  call: 'archive_download',
  body: z.strictObject({ id: zId }),
  result: zFileAnswer,
  access: remove,
  answers: 'file',
  summary: 'One export as a file',
});

export const archiveRemove = defineCall({
  area,
  call: 'archive_remove',
  body: z.strictObject({ id: zId }),
  result: z.null(),
  access: remove,
  summary: 'Deletes an export for good',
});
