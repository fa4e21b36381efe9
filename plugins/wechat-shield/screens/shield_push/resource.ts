import { defineResource, field, NOBODY, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import {
  CHANNELS,
  CODE_POLICIES,
  DELIVERY_STATES,
  HOLDS,
  PUSH_KINDS,
  PUSH_STATES,
} from '../../push/values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const joined = { ...own, stored: false } as const;
const time = { ...own, default: null } as const;
const text = { ...own, default: '' } as const;

/** One who is told of a block, or of its end. */
export const zDelivery = z.object({
  /** The same when it is tried again; a webhook tells by it what it has had already. */
  key: z.string(),
  channel: z.enum(CHANNELS),
  kind: z.enum(PUSH_KINDS),
  state: z.enum(DELIVERY_STATES),
  tries: z.int(),
  /** What stood between: an HTTP status, or a code; empty: nothing. */
  answer: z.string(),
  next_time: zTime,
  time: zTime.nullable(),
});

/** What a spare did for the domain, or could do. */
export const zReplacement = z.object({
  take_over: z.string(),
  state: z.string(),
  to: z.string(),
  codes: z.int(),
});

/** One block of a domain in WeChat, and what followed from it. */
export const pushResource = defineResource({
  name: 'wechat-shield.push',
  area: 'shield_push',
  title: 'shown',
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire', 'details'],
  fields: {
    shown: field(z.string(), { ...text, list: true, search: true, sort: true }),
    name: field(z.string(), { ...text, list: 'hidden', search: true }),
    domain: field(zId, own),
    /** Whose it was then; nobody's id: nobody's. */
    holder: field(zId, { ...own, default: NOBODY }),
    state: field(z.enum(PUSH_STATES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: PUSH_STATES,
      default: 'open',
    }),
    /** What becomes of the codes. */
    codes: field(z.enum(CODE_POLICIES), {
      ...own,
      list: true,
      options: CODE_POLICIES,
      default: 'keep',
      priority: 3,
    }),
    /** The policy would freeze them: a person's word decides. */
    held: field(z.enum(HOLDS), { ...own, default: '' }),
    /** What owners of frozen codes read. */
    reason: field(z.string(), text),
    /** Codes that are frozen for it now. */
    frozen: field(z.int(), { ...own, list: true, default: 0, priority: 2 }),
    blocked_time: field(zTime, { ...own, list: true, sort: true, filter: 'range', priority: 1 }),
    lifted_time: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    deliveries: field(z.array(zDelivery), { ...own, default: [] }),
    holder_account: field(z.string(), { ...joined, list: true, priority: 2 }),
    /** Null: no spare has been offered, or the plugin of the domains is off. */
    replacement: field(zReplacement.nullable(), { ...joined, list: true, priority: 1 }),
    is_open: field(z.boolean(), { ...secret, default: true }),
    has_due: field(z.boolean(), { ...secret, default: false }),
    /** The policy froze its codes, and no person has said anything since. */
    is_automatic: field(z.boolean(), { ...secret, default: false }),
    /** What was frozen is still to be lifted. */
    is_thawing: field(z.boolean(), { ...secret, default: false }),
    /** When its codes were last frozen, and let go where they stand elsewhere; null: never. */
    settled_time: field(zTime.nullable(), { ...secret, default: null }),
  },
  indexes: [
    { keys: { domain: 1 }, unique: true, partial: { is_open: true } },
    { keys: { blocked_time: -1, _id: -1 } },
    { keys: { is_open: 1, settled_time: 1, _id: -1 }, partial: { is_open: true } },
    { keys: { has_due: 1, _id: 1 }, partial: { has_due: true } },
    { keys: { is_thawing: 1, _id: 1 }, partial: { is_thawing: true } },
  ],
  defaultSort: { field: 'blocked_time', order: 'desc' },
});
