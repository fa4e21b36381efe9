import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zPublicAddress, zTimeZone } from '../configuration/calls.ts';
import { homeShape } from '../home/calls.ts';

/** Something that waits for a person. */
const zNeed = z.object({
  kind: z.enum([
    'visits_missing',
    'plugin_failed',
    'backup',
    'backup_failed',
    'plugin_waiting',
    'operation_failed',
  ]),
  count: z.int().min(1),
});
export type Need = z.infer<typeof zNeed>;

/** A sentence, and the screen that it leads to. */
const zLine = z.object({ text: z.string(), screen: z.string() });

const zAdminHome = z.object({
  ...homeShape,
  /** What does not come right by itself and the caller can do something about; the worst first. */
  needs: z.array(zNeed),
  /** The same of what plugins know. */
  waiting: z.array(zLine),
  people: z.object({
    count: z.int(),
    /** Registered within the last 24 hours. */
    today: z.int(),
    newest: z.array(z.object({ id: zId, account: z.string(), role: z.string(), register_time: zTime })),
  }),
  health: z.object({
    /** Visits answered but not yet in the figures, and how old the oldest of them is. */
    lag: z.object({ visits: z.int(), milliseconds: z.number() }),
    /** Visits that were answered and are missing in the figures until somebody sees to it. */
    unaccounted: z.int(),
    /** Of the process that answered: seconds it runs, bytes it holds. */
    uptime: z.number(),
    memory: z.number(),
    version: z.string(),
    /** Why nobody outside can open what codes lead to; null: everybody can. */
    address_reason: zPublicAddress.shape.reason,
    /** `own_database`: never backed up here, perhaps where it is. */
    backup: z.enum(['own_database', 'none', 'old', 'failed', 'failed_drill', 'recent']),
    backup_time: zTime.nullable(),
    drill_time: zTime.nullable(),
  }),
});
export type AdminHome = z.infer<typeof zAdminHome>;

export const adminHomeCall = defineCall({
  area: 'home_admin',
  call: 'inquire',
  body: z.strictObject({}),
  result: zAdminHome,
  access: { permission: 'system.home_admin:read' },
  summary: "The platform's figures, newest people and health",
});

export const homeChangesCall = defineCall({
  area: 'home_admin',
  call: 'changes',
  body: z.strictObject({}),
  /** `since`: null on the first visit. */
  result: z.object({ since: zTime.nullable(), lines: z.array(zLine) }),
  access: { permission: 'system.home_admin:read' },
  summary: "What changed since the caller's last visit, of what the caller may look at",
});

/** What a new installation needs, in this order. */
export const STEPS = ['public_address', 'time_zone', 'proxy', 'backup', 'code'] as const;
export type StepName = (typeof STEPS)[number];

const zStep = z.object({
  name: z.enum(STEPS),
  state: z.enum(['done', 'to_do', 'not_needed']),
  /** What is found; its sentence is `first_steps.<name>.<said>`. */
  said: z.string(),
  /** Put away while this was found. */
  is_hidden: z.boolean(),
});
export type Step = z.infer<typeof zStep>;

/** A step that a plugin has contributed; its texts are in the language of the caller. */
const zPluginStep = z.object({
  name: z.string(),
  title: z.string(),
  text: z.string(),
  action: z.string(),
  screen: z.string(),
  is_done: z.boolean(),
  is_hidden: z.boolean(),
});
export type PluginStep = z.infer<typeof zPluginStep>;

const zFirstSteps = z.object({
  steps: z.array(zStep),
  plugin_steps: z.array(zPluginStep),
  public_address: zPublicAddress,
  time_zone: zTimeZone,
  /** Where the server believes the caller to be. */
  seen_at: z.string(),
  backup_time: zTime.nullable(),
});
export type FirstSteps = z.infer<typeof zFirstSteps>;

export const firstStepsCall = defineCall({
  area: 'home_admin',
  call: 'first_steps',
  body: z.strictObject({
    /** Origin of the page that the caller looks at. */
    page: z.string().max(300),
  }),
  result: zFirstSteps,
  access: { permission: 'system.home_admin:read' },
  summary: 'What a new installation still needs; nothing for others than super administrators',
});

export const hideStepCall = defineCall({
  area: 'home_admin',
  call: 'hide_step',
  body: z.strictObject({ name: z.string().max(100), said: z.string().max(40) }),
  result: z.object({}),
  access: { permission: 'system.configuration:update' },
  summary: 'Puts a step of a new installation away until something else is found',
});
