import { z } from 'zod';
import { zPluginState } from './plugin-facts.ts';

/** A part of a plugin that is watched on its own: `route:<area/call>`, `job:<name>`, `hook:<event>`. */
const zPluginPart = z.object({
  part: z.string(),
  calls: z.int(),
  faults: z.int(),
  /** Longest call, milliseconds. */
  slowest_ms: z.number(),
  state: z.enum(['working', 'quarantined', 'trying']),
  /** Why it is in quarantine. */
  reason: z.string().nullable(),
  /** How many times in a row it was put into quarantine. */
  quarantines: z.int(),
  /** When it is tried again by itself. */
  retry_time: z.string().nullable(),
});
export type PluginPart = z.output<typeof zPluginPart>;

/** The process of an outside plugin. */
const zPluginChildProcess = z.object({
  /** `failed`: it ended again and again, and is not started any more by itself. */
  state: z.enum(['running', 'restarting', 'failed', 'ended']),
  /** Why it ended last; null when it never did. */
  reason: z.string().nullable(),
  pid: z.int().nullable(),
  /** Resident memory, bytes. */
  memory: z.number().nullable(),
  restarts: z.int(),
  /** How its network, files and programs are held: `kernel`, `runtime` or `none`; `processor`: `free` or `held_back`. */
  containment: z.record(z.string(), z.string()),
});
export type PluginChildProcess = z.output<typeof zPluginChildProcess>;

/** A program that the plugin runs beside itself. */
const zPluginOwnProcess = z.object({
  /** As plugin.json names it. */
  name: z.string(),
  state: z.enum(['running', 'restarting', 'failed', 'ended']),
  /** Why it ended last, or could not be started; null when it never did. */
  reason: z.string().nullable(),
  pid: z.int().nullable(),
  /** Resident memory and what it may have, bytes. */
  memory: z.number().nullable(),
  memory_limit: z.number(),
  restarts: z.int(),
});
export type PluginOwnProcess = z.output<typeof zPluginOwnProcess>;

export const zPluginHealth = z.object({
  id: z.string(),
  /** Process of the runtime that answers. */
  process: z.string(),
  state: zPluginState,
  reason: z.string().nullable(),
  parts: z.array(zPluginPart),
  child: zPluginChildProcess.nullable(),
  /** Programs that it runs beside itself. */
  own_processes: z.array(zPluginOwnProcess),
  /** Parts in quarantine in other processes. */
  elsewhere: z.array(
    z.object({ process: z.string(), part: z.string(), reason: z.string(), retry_time: z.string() }),
  ),
});
export type PluginHealth = z.output<typeof zPluginHealth>;

/** `life`: what was done to plugins; `changes`: what plugins changed through their context. */
export const zPluginHistoryKind = z.enum(['life', 'changes']);
export type PluginHistoryKind = z.output<typeof zPluginHistoryKind>;

export const zPluginHistoryEntry = z.object({
  seq: z.int(),
  time: z.string(),
  /** `plugin.install`, `plugin.enable` …, or what the plugin itself recorded. */
  type: z.string(),
  plugin: z.string(),
  /** Account; null for what the platform did by itself. */
  account: z.string().nullable(),
  ip: z.string().nullable(),
  target: z.string().nullable(),
  /** JSON texts. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type PluginHistoryEntry = z.output<typeof zPluginHistoryEntry>;

export const zPluginHistoryVerdict = z.object({
  kind: zPluginHistoryKind,
  is_intact: z.boolean(),
  entries: z.int(),
  /** First entry that was changed, or follows one that was taken out; null when intact. */
  broken_at: z.int().nullable(),
});
export type PluginHistoryVerdict = z.output<typeof zPluginHistoryVerdict>;

/** Who contributes to one place: a menu node, a slot, a hook, a topic … */
export const zPluginContribution = z.object({
  kind: z.string(),
  point: z.string(),
  plugin: z.string(),
  name: z.string(),
  order: z.number().nullable(),
});
export type PluginContribution = z.output<typeof zPluginContribution>;
