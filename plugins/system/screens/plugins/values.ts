import { z } from 'zod';

/** Values of the calls of this area; their meaning is told at the types of `@waypost/sdk` of the same names. */
const zState = z.enum(['active', 'disabled', 'failed', 'starting', 'waiting']);
const texts = z.array(z.string());
export const zChoice = z.enum(['keep', 'archive', 'drop']);

const zSurface = z.object({
  routes: texts,
  screens: texts,
  menus: z.array(z.object({ route: z.string(), parent: z.string().nullable(), permission: z.string() })),
  permissions: texts,
  jobs: texts,
  topics: texts,
  events: texts,
  services: texts,
  contributions: texts,
});
const zCollection = z.object({ name: z.string(), count: z.int(), proposal: zChoice });

export const zRelease = z.object({
  release: z.string(),
  version: z.string(),
  sha256: z.string(),
  size: z.int(),
  source: z.enum(['registry', 'folder', 'archive']),
  key: z.string().nullable(),
  is_key_trusted: z.boolean(),
  capabilities: texts,
  create_time: z.string().nullable(),
});

export const zOverview = z.object({
  id: z.string(),
  title: z.string(),
  names: z.record(z.string(), z.string()),
  version: z.string().nullable(),
  release: z.string().nullable(),
  source: z.enum(['registry', 'folder', 'archive']),
  trust: z.enum(['own', 'trusted', 'outside']),
  state: zState,
  reason: z.string().nullable(),
  failure: z
    .object({
      kind: z.enum(['process', 'start', 'requirement', 'release']),
      version: z.string(),
      reason: z.string(),
      serving: z.string().nullable(),
      processes: texts,
      of: z.int(),
    })
    .nullable(),
  is_enabled: z.boolean(),
  is_required: z.boolean(),
  requires: z.array(
    z.object({ id: z.string(), range: z.string(), version: z.string().nullable(), is_met: z.boolean() }),
  ),
  dependents: texts,
  missing_capabilities: texts,
  newer: z.object({ release: z.string(), version: z.string() }).nullable(),
  quarantined: z.int(),
});

export const zDetails = zOverview.extend({
  engine: z.string(),
  areas: texts,
  capabilities: z.array(z.object({ name: z.string(), is_granted: z.boolean() })),
  surface: zSurface,
  releases: z.array(zRelease),
  collections: z.array(zCollection),
  processes: z.array(
    z.object({
      process: z.string(),
      release: z.string().nullable(),
      state: zState,
      reason: z.string().nullable(),
      seen_time: z.string(),
    }),
  ),
  backup: z
    .object({
      id: z.string(),
      release: z.string(),
      next_release: z.string(),
      collections: z.array(z.object({ name: z.string(), count: z.int() })),
      create_time: z.string(),
    })
    .nullable(),
});

export const zChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('enable') }),
  z.strictObject({ kind: z.literal('disable') }),
  z.strictObject({ kind: z.literal('remove') }),
  z.strictObject({ kind: z.literal('upgrade'), release: z.string().max(120) }),
]);

export const zBlockedPreview = z.object({
  change: z.enum(['enable', 'disable', 'remove', 'upgrade']),
  from: z.string().nullable(),
  to: z.string().nullable(),
  blockers: z.array(
    z.object({
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
      subject: z.string(),
    }),
  ),
  concerns: z.array(
    z.object({ code: z.enum(['unsigned', 'other_key', 'older']), from: z.string(), to: z.string() }),
  ),
  added: zSurface,
  removed: zSurface,
  is_complete: z.boolean(),
  dependents: texts,
  capabilities: z.object({ added: texts, removed: texts, missing: texts }),
  migrations: z.int().nullable(),
  open: z.object({ calls: z.int(), channels: z.int() }),
  collections: z.array(zCollection),
});

export const zHealth = z.object({
  id: z.string(),
  process: z.string(),
  state: zState,
  reason: z.string().nullable(),
  parts: z.array(
    z.object({
      part: z.string(),
      calls: z.int(),
      faults: z.int(),
      slowest_ms: z.number(),
      state: z.enum(['working', 'quarantined', 'trying']),
      reason: z.string().nullable(),
      quarantines: z.int(),
      retry_time: z.string().nullable(),
    }),
  ),
  child: z
    .object({
      state: z.enum(['running', 'restarting', 'failed', 'ended']),
      reason: z.string().nullable(),
      pid: z.int().nullable(),
      memory: z.number().nullable(),
      restarts: z.int(),
      containment: z.record(z.string(), z.string()),
    })
    .nullable(),
  elsewhere: z.array(
    z.object({ process: z.string(), part: z.string(), reason: z.string(), retry_time: z.string() }),
  ),
});

export const zFolder = z.object({
  folder: z.string(),
  id: z.string(),
  version: z.string(),
  release: z.string().nullable(),
});

export const zHistoryEntry = z.object({
  seq: z.int(),
  time: z.string(),
  type: z.string(),
  plugin: z.string(),
  account: z.string().nullable(),
  ip: z.string().nullable(),
  target: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export const zVerdict = z.object({
  kind: z.enum(['life', 'changes']),
  is_intact: z.boolean(),
  entries: z.int(),
  broken_at: z.int().nullable(),
});

export const zContribution = z.object({
  kind: z.string(),
  point: z.string(),
  plugin: z.string(),
  name: z.string(),
  order: z.number().nullable(),
});

export const zArchive = z.object({
  id: z.string(),
  plugin: z.string(),
  release: z.string().nullable(),
  collections: z.array(z.object({ name: z.string(), count: z.int() })),
  size: z.int(),
  sha256: z.string(),
  create_time: z.string(),
});
