import { z } from 'zod';
import { zKnownAnswer } from './known-answer.ts';

/** What a plugin may ask for beyond its own collections and calls; docs/plugins/packages.md, "What plugin.json asks for". */
export const CAPABILITIES = [
  'identity',
  'visits:read',
  'visits:publish',
  /** Pages for visitors that people have written, scripts included. */
  'visits:pages',
  /** Single visits that are kept: clearing, restoring and erasing them, and how long they are kept. */
  'visits:keep',
  /** Rules about who may visit, which hold for the codes of every plugin. */
  'visits:shield',
  /** What people have, and their bills. */
  'ledger:read',
  /** Money that comes to people, goes, or is set aside. */
  'ledger:write',
  'settings:secrets',
  'jobs',
  'platform',
  /** Requests to the hosts that `hosts` names. */
  'network',
  /** Requests to every public address, such as people enter; look-ups in the DNS; looks at certificates. */
  'internet:fetch',
  /** Requests to endpoints that operators enter: public addresses, and those of own networks that the server's configuration names. */
  'internet:endpoints',
  'internet:dns',
  'internet:tls',
  /** Reading the collections of others that `collections` names. */
  'collections:read',
  /** Programs of its own that run all the time: those that `processes` names. */
  'processes',
] as const;
export const zCapability = z.enum(CAPABILITIES);
export type Capability = z.infer<typeof zCapability>;

export const zPluginId = z.string().regex(/^[a-z][a-z0-9-]{1,39}$/, 'lower-case letters, digits and hyphens');
/** First words of the platform's own collections (`agenda_logs` is the job queue's) and of its topics. */
const RESERVED_WORDS: ReadonlySet<string> = new Set([
  'agenda',
  'kernel',
  'monitor',
  'platform',
  'plugin',
  'system',
  'visit',
]);

/** Whether collections, topics or words that begin with this id are the platform's own. */
export function isReservedPluginId(id: string): boolean {
  return RESERVED_WORDS.has(id.split('-', 1)[0] ?? '');
}

/** `api.example.com`, or `*.example.com` for every name below it. */
const zHostPattern = z
  .string()
  .max(253)
  .regex(
    /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/,
    'a host name such as api.example.com',
  );
const zServiceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9_]*){1,3}$/, 'a name such as shop.orders');
const zVersion = z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'a version such as 1.2.3');

const zProcessName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'a name such as signer');
const zVariableName = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'a name such as RPC_URL');
/** Of what the operator gives: two underscores end the plugin's id in its name, and so stand nowhere in what follows. */
const zGivenName = z
  .string()
  .regex(/^[A-Z](?:_?[A-Z0-9]){0,63}$/, 'a name such as RPC_URL, without two underscores side by side');

/** A program of the plugin's own that runs all the time. */
export const zPluginProcess = z.strictObject({
  /** Its file, relative to the plugin's folder; it exports `program`. */
  entry: z.string().min(1),
  /** Above it the process is ended; default 256. */
  memory_mebibytes: z.int().min(96).max(2048).optional(),
  /**
   * All that stands in its environment: a text, what the plugin is set to (`setting`, text fields of `context.settings`,
   * secret ones too), or what the operator gives as `WAYPOST_PLUGIN_<ID>__<variable>`. Without a value it is left out.
   */
  environment: z
    .record(
      zVariableName,
      z.union([
        z.strictObject({ value: z.string().max(4_000) }),
        z.strictObject({ setting: z.string().min(1).max(100) }),
        z.strictObject({ variable: zGivenName }),
      ]),
    )
    .optional(),
  /**
   * For plugins of registry.json only: the launcher starts it, beside the server and not by it, where one of these secrets is
   * given, as `<NAME>` or as a file that `<NAME>_FILE` names. No other process has them. `command`: the file that
   * `waypost <name of the process> …` runs; it exports `command`, and is given the same secrets and those of its own.
   */
  apart: z
    .strictObject({
      secrets: z.array(zGivenName).min(1).max(4),
      command: z
        .strictObject({ entry: z.string().min(1), secrets: z.array(zGivenName).max(4).optional() })
        .optional(),
    })
    .optional(),
});
export type PluginProcess = z.infer<typeof zPluginProcess>;

const zMenuGroupName = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/);

/** Name of an icon; the shell draws a plain one for names that it does not know. */
const zIconName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/);

/** A group of the menu: how it looks, and whether its screens are entries or tabs of one page. */
export const zMenuGroup = z.strictObject({
  icon: zIconName,
  /** Larger is listed first. */
  sort: z.int().min(0).max(1000),
  /**
   * The group is one entry of the menu, and its screens are tabs over each other. `keeps` names the keys of the address that go
   * along from tab to tab.
   */
  asTabs: z.strictObject({ keeps: z.array(z.string().max(60)).max(20) }).optional(),
  /** Name of the group that it stands in: of tabs it is one, with its screens in a second row below. */
  parent: zMenuGroupName.optional(),
  /** Holders of the node have the group outside its parent, with this `sort`: they see more of it than fits into one tab. */
  alone: z.strictObject({ for: z.string(), sort: z.int().min(0).max(1000) }).optional(),
});
export type MenuGroup = z.infer<typeof zMenuGroup>;

/** plugin.json of each plugin; what each field is for: docs/plugins/packages.md. */
export const zManifest = z.strictObject({
  id: zPluginId,
  version: zVersion,
  /** Range of the runtime's version that the plugin works with: `^0.1.0`. */
  engine: z.string().min(1),
  /** Locale key of the name shown to people. */
  title: z.string().min(1),
  /** Locale key of a sentence that says what it is for. */
  description: z.string().min(1).optional(),
  /** Icon that stands for it, by a name that menus know. */
  icon: zIconName.optional(),
  /** Other plugins by id and version range. */
  requires: z.record(zPluginId, z.string()).optional(),
  capabilities: z.array(zCapability).optional(),
  /** Hosts that it sends requests to, with the capability `network`. */
  hosts: z.array(zHostPattern).max(50).optional(),
  /** Collections of others that it reads, with the capability `collections:read`. */
  collections: z
    .array(z.string().regex(/^[a-z][a-z0-9_]{1,99}$/))
    .max(50)
    .optional(),
  /** Realtime topics that it publishes, without its id: `today` for `qr.today`. */
  topics: z
    .array(z.string().regex(/^[a-z][a-z0-9_.]{0,62}$/))
    .max(50)
    .optional(),
  /** Names of its jobs that repeat by themselves. */
  schedules: z
    .array(z.string().regex(/^[a-z][a-z0-9_-]{0,62}$/))
    .max(50)
    .optional(),
  /** Resources of others whose changes it takes part in: `qr.code`. */
  hooks: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*$/))
    .max(50)
    .optional(),
  /** Points of others that it contributes to, and so is handed their data: `system.message_channel`. */
  points: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*\.[a-z][a-z0-9_]*$/))
    .max(50)
    .optional(),
  /** Programs of its own that run all the time, with the capability `processes`, by name. */
  processes: z
    .record(zProcessName, zPluginProcess)
    .refine((processes) => Object.keys(processes).length <= 4, 'at most 4')
    .optional(),
  /** What its remote adds to pages of others, by the slots' names: `qr.code.row_action`. */
  slots: z
    .array(
      z.strictObject({
        slot: z.string().regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9_]*){1,3}$/),
        /** Name of the module in the remote's `slots`. */
        name: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
        /** Larger stands first; default 0. */
        order: z.int().min(-1000).max(1000).optional(),
        /** Node that a caller needs to see it. */
        permission: z.string().optional(),
      }),
    )
    .max(100)
    .optional(),
  /**
   * Groups of the menu that it lays out, by name, whichever plugins' screens stand in them; of two plugins that lay out one, the
   * one that is active first. Their text is `menu.group.<name>`.
   */
  menuGroups: z.record(zMenuGroupName, zMenuGroup).optional(),
  /** Services that it offers to other plugins, with their versions: `{ "shop.orders": "1.2.0" }`. */
  services: z.record(zServiceName, zVersion).optional(),
  /** Services that it cannot do without, whoever offers them, with the versions that fit: `{ "shop.orders": "^1" }`. */
  needs: z.record(zServiceName, z.string().min(1).max(100)).optional(),
  /** What it has answered from the server's memory: `{ "path": "/internal/tls", "parameter": "domain", "keys": "host" }`. */
  answers: z.array(zKnownAnswer).max(20).optional(),
  /** First path segments after /api/ that the plugin answers. */
  areas: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).min(1),
  /**
   * Single calls that the platform's own plugin answers in areas of others, whether those are there or not, as
   * `pay_config/inquire`; with the capability `platform` only.
   */
  calls: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*\/[a-z][a-z0-9_]*$/))
    .max(20)
    .optional(),
  /** Server entry, relative to the plugin's folder. */
  server: z.string().min(1),
  /** Folder of the built remote, relative to the plugin's folder; a plugin without a UI leaves it out. */
  remote: z.string().min(1).optional(),
  /** Screens of the remote that are shown without login, each at `/#/<its name>`. */
  public_screens: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).optional(),
});
export type Manifest = z.infer<typeof zManifest>;

/**
 * Everything that a plugin asks for, as flat, stable texts: what an administrator consents to, what an upgrade is
 * compared by and what the context checks. `jobs`, `network:api.example.com`, `collections:read:qr_code`,
 * `realtime:today`, `schedule:sweep`, `hooks:qr.code`, `points:system.message_channel`,
 * `answers:/internal/tls`, `process:signer`. Sorted, each once.
 */
export function requestedCapabilities(
  manifest: Pick<
    Manifest,
    | 'capabilities'
    | 'hosts'
    | 'collections'
    | 'topics'
    | 'schedules'
    | 'hooks'
    | 'points'
    | 'answers'
    | 'processes'
  >,
): string[] {
  const asked = (manifest.capabilities ?? []).flatMap((capability): string[] => {
    if (capability === 'network') return (manifest.hosts ?? []).map((host) => `network:${host}`);
    if (capability === 'collections:read')
      return (manifest.collections ?? []).map((name) => `collections:read:${name}`);
    if (capability === 'processes')
      return Object.keys(manifest.processes ?? {}).map((name) => `process:${name}`);
    return [capability];
  });
  const named = [
    ...(manifest.topics ?? []).map((topic) => `realtime:${topic}`),
    ...(manifest.schedules ?? []).map((schedule) => `schedule:${schedule}`),
    ...(manifest.hooks ?? []).map((resource) => `hooks:${resource}`),
    ...(manifest.points ?? []).map((point) => `points:${point}`),
    ...(manifest.answers ?? []).map(({ path }) => `answers:${path}`),
  ];
  return [...new Set([...asked, ...named])].sort();
}

export const zRegistryEntry = z.strictObject({
  id: zPluginId,
  version: zVersion,
  /** Folder of the plugin, relative to the project. */
  path: z
    .string()
    .regex(/^[^/\\][^\\]*$/, 'a relative path')
    .refine((path) => !path.split('/').includes('..'), 'must not leave the project'),
  enabled: z.boolean(),
  /** A required plugin cannot be disabled. */
  required: z.boolean().optional(),
  /** True: it runs in a process of its own, contained, as plugins do that nobody vouches for. */
  outside: z.boolean().optional(),
});
export type RegistryEntry = z.infer<typeof zRegistryEntry>;

/** registry.json as a whole; entries are checked one by one so that a bad one stops only that plugin. */
export const zRegistry = z.strictObject({ plugins: z.array(z.unknown()) });
