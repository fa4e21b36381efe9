import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { homeShape } from '../home/calls.ts';

const zAdminHome = z.object({
  ...homeShape,
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
