import { API_KEY_REASONS, defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

const one = { id: zId };
const paging = {
  page: z.int().min(1).max(10_000).optional(),
  page_size: z.int().min(1).max(100).optional(),
};
const zSession = z.object({
  id: z.string(),
  ip: z.string(),
  user_agent: z.string(),
  create_time: zTime,
  last_time: zTime,
  expires_at: zTime,
  acted_by: z.string().nullable(),
});
const zKey = z.object({
  id: zId,
  name: z.string(),
  prefix: z.string(),
  create_time: zTime,
  last_time: zTime.nullable(),
  expires_at: zTime.nullable(),
  revoke_time: zTime.nullable(),
  revoke_reason: z.enum(API_KEY_REASONS).nullable(),
});
const zEntry = z.object({
  id: zId,
  type: z.string(),
  /** The type in words. */
  what: z.string(),
  time: zTime,
  /** Account of who did it; a word where nobody with an account did. */
  by: z.string(),
  as: z.string().nullable(),
  ip: z.string().nullable(),
  target: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

const zLine = z.object({
  id: zId,
  seq: z.int(),
  type: z.string(),
  change: z.string(),
  before: z.string(),
  after: z.string(),
  remark: z.string(),
  time: zTime,
});

export type PersonLine = z.infer<typeof zLine>;
export type PersonSession = z.infer<typeof zSession>;
export type PersonKey = z.infer<typeof zKey>;
export type PersonEntry = z.infer<typeof zEntry>;

/** The calls that the pages of customers and of operators have alike. `noun`: whose nodes guard them. */
export function personCalls<const A extends string>(area: A, noun: string) {
  const access = { permission: `${noun}:access` };
  return {
    access: defineCall({
      area,
      call: 'access',
      body: z.strictObject(one),
      result: z.object({
        sessions: z.array(zSession),
        keys: z.array(zKey),
        /** Null: the account has none. `recovery_left`: recovery codes that were not used yet. */
        second_factor: z.object({ since: zTime, recovery_left: z.int() }).nullable(),
      }),
      access,
      summary: "A person's living sessions and API keys, and whether there is a second factor",
    }),
    endAccess: defineCall({
      area,
      call: 'end_access',
      /** One session or key, or all of a kind; nothing named: everything. */
      body: z.strictObject({
        ...one,
        session: z.string().max(64).optional(),
        key: zId.optional(),
        all: z.enum(['sessions', 'keys']).optional(),
      }),
      result: z.null(),
      access,
      summary: 'Ends one session or key of a person, or all of them',
    }),
    history: defineCall({
      area,
      call: 'history',
      body: z.strictObject({
        ...one,
        side: z.enum(['about', 'by']).optional(),
        ...paging,
      }),
      result: z.object({ content: z.array(zEntry), count: z.int() }),
      access: { permission: `${noun}:history` },
      summary: 'What was done to a person, or by one, as the audit log has it',
    }),
    bill: defineCall({
      area,
      call: 'bill',
      body: z.strictObject({
        ...one,
        ...paging,
      }),
      /** Amounts in USDT, as people write them: `-12.50`. */
      result: z.object({
        available: z.string(),
        held: z.string(),
        content: z.array(zLine),
        count: z.int(),
      }),
      access: { permission: `${noun}:bill` },
      summary: 'What a person has, and the bill of it, the newest line first',
    }),
    editBalance: defineCall({
      area,
      call: 'edit_balance',
      body: z.strictObject({
        ...one,
        /** USDT: `12.5` adds, `-12.5` subtracts. */
        amount: z.string().min(1).max(32),
        remark: z.string().trim().min(1).max(500),
        /** Made anew for each change: the same one again changes nothing. */
        key: z.string().regex(/^[0-9A-Za-z-]{16,64}$/),
      }),
      result: z.object({ available: z.string() }),
      access: { permission: `${noun}:edit_balance` },
      isPersonal: true,
      needsSecondFactor: true,
      summary: 'Adds to what a person has, or subtracts from it, never below zero; once for each key',
    }),
    resetSecondFactor: defineCall({
      area,
      call: 'reset_second_factor',
      body: z.strictObject({ ...one, reason: z.string().trim().min(1).max(500) }),
      result: z.null(),
      access: { permission: `${noun}:reset_second_factor` },
      isPersonal: true,
      needsSecondFactor: true,
      summary: 'Takes the second factor away from somebody who has lost the telephone and the recovery codes',
    }),
    mailLink: defineCall({
      area,
      call: 'mail_password_link',
      body: z.strictObject(one),
      result: z.object({ to: z.string() }),
      access: { permission: `${noun}:password_link` },
      ratePerMinute: 30,
      isPersonal: true,
      needsSecondFactor: true,
      summary: 'Sends a one-time link for a forgotten password to the e-mail address of a person',
    }),
    move: defineCall({
      area,
      call: 'move',
      body: z.strictObject({ ...one, version: z.int().min(0), superior: zId.nullable() }),
      result: z.null(),
      access: { permission: `${noun}:move` },
      needsSecondFactor: true,
      summary: 'Moves a person and everybody below to another superior; a circle is refused',
    }),
    passwordLink: defineCall({
      area,
      call: 'password_link',
      body: z.strictObject(one),
      result: z.object({ token: z.string(), expires_at: zTime }),
      access: { permission: `${noun}:password_link` },
      isPersonal: true,
      needsSecondFactor: true,
      summary:
        'A one-time link for a forgotten password: the token of /set_password; the link before it ends',
    }),
  };
}

export type PersonCalls = ReturnType<typeof personCalls>;
