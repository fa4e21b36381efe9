import { accountReference, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** Who made an account: the person, with an invitation or without; somebody on a screen; the command line. */
const REGISTER_SOURCES = ['registration', 'invitation', 'created', 'command_line', 'unknown'] as const;

/** What is known of everybody who has an account, operator or customer; both resources stand on one collection. */
export const personFields = {
  /** Moved by a call of its own: everybody below goes along. */
  superior: field(zId.nullable(), {
    ref: accountReference,
    filter: 'equals',
    write: 'none',
    default: null,
  }),
  superior_account: field(z.string(), { list: true, write: 'none', stored: false, priority: 4 }),
  /** What they have available in the ledger. */
  balance: field(z.string(), {
    list: true,
    write: 'none',
    stored: false,
    unit: 'system.person.usdt',
    priority: 3,
  }),
  /** Where a one-time link and alerts go; empty: nowhere. */
  email: field(z.union([z.literal(''), z.email().max(200)]), {
    list: 'hidden',
    control: 'text',
    autoComplete: 'off',
    default: '',
  }),
  /** Percent of what the direct superior gets. */
  share_ratio: field(
    z.number().refine((value) => value >= 0 && value <= 100, 'share_ratio'),
    { list: 'hidden', unit: 'system.person.percent', default: 0 },
  ),
  member_expiry: field(zTime.nullable(), {
    list: true,
    filter: 'range',
    sort: true,
    default: null,
    priority: 3,
  }),
  register_source: field(z.enum(REGISTER_SOURCES), {
    list: 'hidden',
    write: 'none',
    options: REGISTER_SOURCES,
    default: 'unknown',
  }),
  /** When the person closed the account; null: they have not, or somebody has enabled it again. */
  closed_time: field(zTime.nullable(), { list: 'hidden', write: 'none', default: null }),
  /** Everybody whose subtree the account is in, the farthest first. */
  ancestors: field(z.array(zId), { write: 'none', secret: true, default: [] }),
  /** Name and phone as they are searched: by their beginning, with the help of an index. */
  name_key: field(z.string(), { write: 'none', secret: true, default: '', index: true }),
  phone_key: field(z.string(), { write: 'none', secret: true, default: '', index: true }),
} as const;

/**
 * Indexes of the collection beyond those of single fields; both resources name them, so that neither drops them. Every order
 * that the lists offer has one, with the id that makes it total, and every filter one that it narrows by; the two that begin
 * with whose list it is say how long it is without a row being read.
 */
export const PERSON_INDEXES = [
  // Accounts from before names were compared by their look may have none.
  { keys: { skeleton: 1 }, unique: true, sparse: true },
  { keys: { role: 1, remove_time: 1 } },
  { keys: { ancestors: 1, role: 1, remove_time: 1, create_time: -1, _id: -1 } },
  { keys: { superior: 1, role: 1, remove_time: 1 } },
  { keys: { superior: 1, register_time: -1, _id: -1 } },
  { keys: { superior: 1, member_expiry: -1, _id: -1 } },
  { keys: { disabled: 1, role: 1, remove_time: 1 } },
  { keys: { register_time: 1, _id: 1 } },
  { keys: { member_expiry: 1, _id: 1 } },
  { keys: { login_time: 1, _id: 1 } },
  { keys: { update_time: 1, _id: 1 } },
  { keys: { invitation_code: 1 }, unique: true, sparse: true },
  { keys: { 'password_link.hash': 1 }, sparse: true },
  { keys: { codes_due: 1 } },
] as const;
