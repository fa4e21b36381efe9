import { DomainType, defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_TYPES } from '../../domains/values.ts';
import { wechatStatus } from '../../policy/values.ts';
import { FACETS, FINDINGS, WATCH_FAULTS, WATCH_STATES } from '../../watching/values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const time = { ...own, default: null } as const;

/** What the last look at a facet found, and since when is believed what is. */
export const zFacetFacts = z.object({
  finding: z.enum(FINDINGS),
  fault: z.enum(WATCH_FAULTS),
  /** What the last finding said that was none of `unknown`. */
  known_fault: z.enum(WATCH_FAULTS),
  time: zTime.nullable(),
  since: zTime.nullable(),
  ms: z.int().nullable(),
});

const zVote = z.object({ at: z.int(), is: z.enum(['good', 'bad']), by: z.string() });
const zReminded = z.object({ until: z.string(), days: z.int() });

/** What is to be told of a name, once. */
export const zAlert = z.object({
  key: z.string(),
  kind: z.enum(['settled', 'failing', 'working', 'certificate_ends', 'registration_ends']),
  facet: z.enum(FACETS),
  /** ISO. */
  at: z.string(),
  until: z.string(),
});
export type Alert = z.output<typeof zAlert>;

const facet = () =>
  field(z.enum(FINDINGS), {
    ...own,
    list: true,
    filter: 'in',
    options: FINDINGS,
    default: 'unknown',
  });

/**
 * How a name is that codes may stand on: one row for each that is held, under the id of the domain, written anew by each look.
 * What is believed of a facet takes several looks; what the last one found stands in `facets`.
 */
export const watchResource = defineResource({
  name: 'domain.watch',
  area: 'domain_monitor',
  title: 'shown',
  access: 'own',
  collection: 'domain_watches',
  onUninstall: 'drop',
  calls: ['inquire', 'user_inquire', 'details'],
  fields: {
    shown: field(z.string(), { ...own, list: true, search: true, sort: true, default: '' }),
    name: field(z.string(), { ...own, list: 'hidden', search: true, default: '' }),
    state: field(z.enum(WATCH_STATES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: WATCH_STATES,
      default: 'unknown',
    }),
    /** The worst first. */
    rank: field(z.int(), { ...own, sort: true, default: 3 }),
    type: field(z.literal(DOMAIN_TYPES), {
      ...own,
      list: true,
      filter: 'in',
      options: DOMAIN_TYPES,
      default: DomainType.entry,
    }),
    is_platform: field(z.boolean(), { ...own, list: 'hidden', filter: 'equals', default: false }),
    dns: facet(),
    http: facet(),
    https: facet(),
    certificate: facet(),
    registration: facet(),
    wechat_status: wechatStatus(),
    /** The first facet that fails, which explains those after it; empty: none does. */
    cause: field(z.enum(['', ...FACETS]), { ...own, default: '' }),
    cause_time: field(zTime.nullable(), time),
    facets: field(z.partialRecord(z.enum(FACETS), zFacetFacts), { ...own, default: {} }),
    /** Where the name led at the last look. */
    addresses: field(z.array(z.string()), { ...own, default: [] }),
    certificate_until: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    certificate_issuer: field(z.string(), { ...own, default: '' }),
    registration_until: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    registration_status: field(z.array(z.string()), { ...own, default: [] }),
    checked_time: field(zTime.nullable(), { ...time, list: true, sort: true }),
    next_check_time: field(zTime.nullable(), { ...time, list: 'hidden', index: true }),
    registrable: field(z.string(), { ...secret, default: '' }),
    /** Looks so far: of two at the same moment one counts. */
    looks: field(z.int(), { ...secret, default: 0 }),
    /** Of the last look that was written, from 0 to 1: whether it was this one or another at the same moment. */
    mark: field(z.number(), { ...secret, default: 0 }),
    /** The resolver that was asked last. */
    resolver: field(z.string(), { ...secret, default: '' }),
    certificate_time: field(zTime.nullable(), { ...time, secret: true }),
    registration_time: field(zTime.nullable(), { ...time, secret: true }),
    votes: field(z.partialRecord(z.enum(FACETS), z.array(zVote)), { ...secret, default: {} }),
    /** Of which end, and how many days before it, was told last. */
    reminded: field(z.partialRecord(z.enum(FACETS), zReminded), { ...secret, default: {} }),
    /** Whether visits come, as the row of the domain was told; null: nobody has. */
    told_working: field(z.boolean().nullable(), { ...secret, default: null }),
    alerts: field(z.array(zAlert), { ...secret, default: [] }),
    has_alerts: field(z.boolean(), { ...secret, default: false }),
    /** Whose it is, or who has it; empty: nobody's. */
    owner_account: field(z.string(), { stored: false, write: 'none', list: true }),
  },
  indexes: [
    { keys: { name: 1 } },
    { keys: { rank: 1, _id: 1 } },
    { keys: { owner: 1, rank: 1, _id: 1 } },
    { keys: { has_alerts: 1 }, partial: { has_alerts: true } },
  ],
  defaultSort: { field: 'rank', order: 'asc' },
});
