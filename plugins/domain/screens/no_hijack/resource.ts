import { DomainType, defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_TYPES, PLATFORM } from '../../domains/values.ts';
import { HIJACK_FACETS, HIJACK_FAULTS, HIJACK_STATES, SAIDS } from '../../hijack/values.ts';
import { FINDINGS } from '../../watching/values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const time = { ...own, default: null } as const;

/** What one who was asked said, and how. */
export const zSaid = z.object({
  /** A resolver with its port, or `zone`. */
  by: z.string(),
  transport: z.enum(['udp', 'tcp']),
  said: z.enum(SAIDS),
  addresses: z.array(z.string()),
  aliases: z.array(z.string()),
  /** It was cut off by UDP and came by TCP. */
  was_cut: z.boolean(),
  ms: z.int(),
});

/** The page that is served under a name, as far as two of them are held against each other. */
export const zPage = z.object({
  status: z.int(),
  title: z.string(),
  /** SHA-256 of the page without what differs from one request to the next. */
  hash: z.string(),
  /** The host that the page came from, after redirects. */
  host: z.string(),
  /** Whether the marker of this installation stands behind it; `unknown`: nobody answered for it. */
  marker: z.enum(['here', 'elsewhere', 'unknown']),
});

/** What an administrator has said is right. */
export const zAccepted = z.object({
  time: zTime,
  account: z.string(),
  addresses: z.array(z.string()),
  aliases: z.array(z.string()),
  /** Null: no page came. */
  page: zPage.nullable(),
});

const zHijackFacts = z.object({
  finding: z.enum(FINDINGS),
  fault: z.enum(HIJACK_FAULTS),
  /** What the last finding said that was none of `unknown`. */
  known_fault: z.enum(HIJACK_FAULTS),
  since: zTime.nullable(),
});

const zVote = z.object({ at: z.int(), is: z.enum(['good', 'bad']), by: z.string() });
/** What is to be told of a name, once. */
export const zHijackAlert = z.object({
  key: z.string(),
  kind: z.enum(['differs', 'expected']),
  facet: z.enum(HIJACK_FACETS),
});

const facet = () =>
  field(z.enum(FINDINGS), { ...own, list: true, filter: 'in', options: FINDINGS, default: 'unknown' });

/** Whether a name leads where it should, one row for each that is held, under the id of the domain. */
export const hijackResource = defineResource({
  name: 'domain.hijack',
  area: 'no_hijack',
  title: 'shown',
  access: 'all',
  onUninstall: 'drop',
  calls: ['inquire', 'details'],
  fields: {
    shown: field(z.string(), { ...own, list: true, search: true, sort: true, default: '' }),
    name: field(z.string(), { ...own, list: 'hidden', search: true, default: '' }),
    state: field(z.enum(HIJACK_STATES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: HIJACK_STATES,
      default: 'unknown',
    }),
    /** The worst first. */
    rank: field(z.int(), { ...own, sort: true, default: 2 }),
    answers: facet(),
    /** The page under the name; `page` is a word of every list. */
    site: facet(),
    type: field(z.literal(DOMAIN_TYPES), {
      ...own,
      list: 'hidden',
      filter: 'in',
      options: DOMAIN_TYPES,
      default: DomainType.entry,
    }),
    is_platform: field(z.boolean(), { ...own, list: 'hidden', filter: 'equals', default: false }),
    /** Whose it is, or who has it. */
    holder: field(zId, { ...own, filter: 'equals', default: PLATFORM }),
    facets: field(z.partialRecord(z.enum(HIJACK_FACETS), zHijackFacts), { ...own, default: {} }),
    /** Null: only what the platform itself is known by. */
    accepted: field(zAccepted.nullable(), { ...own, default: null }),
    checked_time: field(zTime.nullable(), { ...time, list: true, sort: true }),
    next_check_time: field(zTime.nullable(), { ...time, list: 'hidden', index: true }),
    /** The check that was made last. */
    last_check: field(zId.nullable(), { ...own, default: null }),
    checks: field(z.int(), { ...secret, default: 0 }),
    votes: field(z.partialRecord(z.enum(HIJACK_FACETS), z.array(zVote)), { ...secret, default: {} }),
    alerts: field(z.array(zHijackAlert), { ...secret, default: [] }),
    has_alerts: field(z.boolean(), { ...secret, default: false }),
    holder_account: field(z.string(), { stored: false, write: 'none', list: true }),
    /** Addresses that are ours: those of the platform's host, and those that an operator has entered beside. */
    own_addresses: field(z.array(z.string()), { stored: false, write: 'none' }),
  },
  indexes: [
    { keys: { name: 1 } },
    { keys: { rank: 1, _id: 1 } },
    { keys: { has_alerts: 1 }, partial: { has_alerts: true } },
  ],
  defaultSort: { field: 'rank', order: 'asc' },
});
