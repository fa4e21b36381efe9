import { type CallAccess, LOCALES, type MenuPlace, zManifest, zVisitRuleKind } from '@waypost/contract';
import { z } from 'zod';

/** Descriptor of the channel in the child: one end of a socket pair made at its start. */
export const CHANNEL_DESCRIPTOR = 3;
/** How the child's driver addresses the store; the address itself leads nowhere but through the channel. */
export const STORE_PORT = 27_017;

const zJson = z.record(z.string(), z.unknown());
const zName = z.string().min(1).max(200);
const zNames = z.array(zName).max(2_000);

/** A service of another plugin that the child may use. */
export const zOffered = z.object({ name: zName, version: zName });
export type Offered = z.infer<typeof zOffered>;

/** What the operator has set; told again when it changes. */
export const zPlatformFacts = z.object({
  timeZone: z.string(),
  publicUrl: z.string(),
  formerPublicUrls: z.array(z.string()).readonly(),
  ownHosts: z.array(z.string()).readonly(),
  systemTitle: z.string(),
  isProduction: z.boolean(),
});

/** When the data came out of a copy last. */
export const zRestored = z.object({ id: z.string(), time: z.iso.datetime() }).nullable();

/** What the child is told first. */
export const zStart = z.object({
  manifest: zManifest,
  /** Absolute path of the release. */
  directory: z.string(),
  granted: z.array(z.string()),
  database: z.string(),
  /** Folder with the server's own words. */
  locales: z.string(),
  platform: zPlatformFacts,
  services: z.array(zOffered),
});
export type Start = z.infer<typeof zStart>;

/** What the operating system holds the child to; `none` where it cannot. */
export const zContainment = z.object({
  /** `kernel`: no socket can be made. `runtime`: only our own `fetch` refuses. */
  network: z.enum(['kernel', 'runtime']),
  files: z.enum(['kernel', 'none']),
  programs: z.enum(['kernel', 'none']),
});
export type Containment = z.infer<typeof zContainment>;

/** What the process of a program is told first. */
export const zStartProgram = z.object({
  /** Absolute path. */
  entry: z.string(),
  environment: z.record(z.string(), z.string()),
});

/** What a program is asked by its plugin. */
export const zQuestion = z.object({ name: zName, given: z.unknown() });

/** Which entries of the audit log the child asks for, and what it is told of them. */
export const zAuditedQuery = z.object({
  target: z.string().max(500),
  type: z.string().max(200).optional(),
  from: z.int().optional(),
  page: z.int().min(1),
  page_size: z.int().min(1).max(100),
});
export const zAudited = z.object({
  content: z.array(
    z.object({
      number: z.int(),
      type: z.string(),
      time: z.string(),
      actor: z.object({ id: z.string(), account: z.string(), via: z.string() }).nullable(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  count: z.int(),
});

export const zLoaded = z.object({
  id: z.string(),
  migrations: z.array(z.object({ number: z.int().min(1), name: z.string().max(500) })).max(10_000),
});

export const zCaller = z.object({
  id: z.string(),
  account: z.string(),
  role: z.string(),
  isSuper: z.boolean(),
  permissions: z.array(z.string()),
  via: z.enum(['session', 'api_key']),
  credential: z.string(),
  hasOneTimePassword: z.literal(true).exactOptional(),
  lacksSecondFactor: z.literal(true).exactOptional(),
  isKeptOut: z.literal(true).exactOptional(),
  actor: z.object({ id: z.string(), account: z.string() }).exactOptional(),
});

/** What a handler knows of its request. `handle` names the request while it runs: facts about it are the host's to say. */
export const zRequestFacts = z.object({
  handle: z.int(),
  caller: zCaller.optional(),
  locale: z.enum(LOCALES),
  address: z.string(),
  userAgent: z.string(),
  requestId: z.string(),
  header: z.string().exactOptional(),
});
export type RequestFacts = z.infer<typeof zRequestFacts>;

const zAccess: z.ZodType<CallAccess> = z.union([
  z.strictObject({ permission: zName }),
  z.strictObject({
    signedIn: z.literal(true),
    withOneTimePassword: z.literal(true).exactOptional(),
    withoutSecondFactor: z.literal(true).exactOptional(),
  }),
  z.strictObject({ public: z.literal(true) }),
]);
const zPlace: z.ZodType<MenuPlace> = z.strictObject({
  route: zName,
  parent: zName.exactOptional(),
  sort: z.number().exactOptional(),
  icon: zName.exactOptional(),
  home: z.boolean().exactOptional(),
  isHidden: z.boolean().exactOptional(),
  hiddenFor: z.string().exactOptional(),
  isVerb: z.boolean().exactOptional(),
  administratorsOnly: z.array(z.string()).readonly().exactOptional(),
  roles: z.array(z.enum(['administrator', 'agent', 'customer'])).exactOptional(),
} satisfies Record<keyof MenuPlace, z.ZodType>);
const zDirection = z.union([z.literal(1), z.literal(-1)]);
const zIndex = z.object({
  keys: z.record(z.string(), zDirection),
  unique: z.boolean().optional(),
  sparse: z.boolean().optional(),
  partial: zJson.optional(),
  expireAfterSeconds: z.number().min(0).optional(),
});

/** One thing that a plugin registers; `zRegistrations` holds all of them. */
export const zRegistrations = z.object({
  routes: z
    .array(
      z.object({
        area: zName,
        call: z.string().regex(/^[a-z][a-z0-9_-]{0,99}$/),
        access: zAccess,
        summary: z.string().max(1_000),
        message: zName,
        answers: z.literal(202).optional(),
        ratePerMinute: z.number().min(1).optional(),
        bodyLimit: z.int(),
        isPersonal: z.literal(true).optional(),
        needsSecondFactor: z.literal(true).optional(),
        header: z.string().max(64).optional(),
        failureStatuses: z.array(z.int().min(400).max(599)).max(50).optional(),
        bodySchema: zJson,
        resultSchema: zJson,
      }),
    )
    .max(2_000),
  permissions: zNames,
  menus: z
    .array(
      z.object({
        place: zPlace,
        permission: zName,
        buttons: z.array(z.object({ permission: zName, name: zName })).max(200),
      }),
    )
    .max(200),
  jobs: zNames,
  /** Kinds of operations. */
  operations: zNames,
  schedules: z.array(z.object({ interval: zName, name: zName, data: zJson })).max(200),
  events: zNames,
  topics: z
    .array(
      z.object({
        name: zName,
        permission: zName.optional(),
        isScoped: z.boolean(),
        isWatched: z.boolean(),
        isState: z.boolean(),
      }),
    )
    .max(200),
  services: z.array(z.object({ name: zName, methods: zNames })).max(200),
  hooks: z
    .array(
      z.object({
        id: z.int(),
        kind: z.enum(['before', 'after']),
        name: zName,
        options: z
          .object({
            order: z.number().optional(),
            timeLimitMs: z.number().optional(),
            onFailure: z.enum(['allow', 'refuse']).optional(),
          })
          .optional(),
      }),
    )
    .max(500),
  ruleKinds: z.array(zVisitRuleKind).max(200),
  points: z.array(z.object({ name: zName, version: zName })).max(200),
  contributions: z
    .array(z.object({ point: zName, range: zName, name: zName, values: zJson, methods: zNames }))
    .max(500),
  settings: z.object({ schema: zJson, secrets: zNames, defaults: zJson }).optional(),
  collections: z
    .array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('resource'),
          name: zName,
          area: zName,
          collection: zName,
          access: z.enum(['own', 'all']),
          onUninstall: z.enum(['keep', 'archive', 'drop']),
          indexes: z.array(zIndex).max(64),
          fields: z.record(
            z.string(),
            z.object({ unique: z.boolean(), index: z.boolean(), stored: z.boolean() }),
          ),
        }),
        z.object({
          kind: z.literal('collection'),
          name: zName,
          onUninstall: z.enum(['keep', 'archive', 'drop']),
          indexes: z.array(zIndex).max(64),
        }),
      ]),
    )
    .max(500),
});
export type Registrations = z.infer<typeof zRegistrations>;
export type CollectionRegistration = Registrations['collections'][number];
