import { defineCall, zTime } from '@waypost/contract';
import { z } from 'zod';

const area = 'own_session';
const access = { signedIn: true } as const;

const zOwnSession = z.object({
  id: z.string(),
  /** What the browser calls itself; empty where it says nothing. */
  browser: z.string(),
  system: z.string(),
  device: z.string(),
  ip: z.string(),
  create_time: zTime,
  last_time: zTime,
  /** Account of the operator who acts as the person in it; null: it is the person's own. */
  acted_by: z.string().nullable(),
  /** The one that asks. */
  is_current: z.boolean(),
});

export type OwnSession = z.infer<typeof zOwnSession>;

export const ownSessions = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: z.object({ sessions: z.array(zOwnSession) }),
  access,
  isPersonal: true,
  summary: 'Where the own account is logged in',
});

export const endOwnSession = defineCall({
  area,
  call: 'end',
  body: z.strictObject({ id: z.string().min(1).max(64) }),
  result: z.null(),
  access,
  isPersonal: true,
  summary: 'Ends one session of the own account, and its sockets',
});

export const endOtherSessions = defineCall({
  area,
  call: 'end_others',
  body: z.strictObject({}),
  result: z.object({ count: z.int() }),
  access,
  isPersonal: true,
  summary: 'Ends every session of the own account but the one that asks',
});

export const endAllSessions = defineCall({
  area,
  call: 'end_all',
  body: z.strictObject({}),
  result: z.null(),
  access,
  isPersonal: true,
  summary: 'Logs the own account out everywhere, here as well',
});
