import { DomainType, defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_TYPES } from '../../domains/values.ts';
import { HINTS, REASONS, RESERVE_NOTICES, TAKE_OVER_STATES } from '../../reserve/values.ts';
import { WATCH_FAULTS, WATCH_STATES } from '../../watching/values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const joined = { stored: false, write: 'none' } as const;
const text = { ...own, default: '' } as const;
const time = { ...own, default: null } as const;
const count = { ...own, default: 0 } as const;
const zNotice = z.object({ kind: z.enum(RESERVE_NOTICES), at: z.string() });

/** One time that a spare took over, or could have: what moved, from where, to where, why, when and by whom. */
export const takeOverResource = defineResource({
  name: 'domain.take_over',
  area: 'take_over',
  title: 'shown',
  access: 'all',
  collection: 'domain_take_over',
  onUninstall: 'keep',
  calls: ['inquire', 'details'],
  fields: {
    /** The domain that failed. */
    shown: field(z.string(), { ...text, list: true, search: true, sort: true }),
    name: field(z.string(), { ...text, list: 'hidden', search: true }),
    from_domain: field(z.string(), { ...text, index: true }),
    type: field(z.literal(DOMAIN_TYPES), {
      ...own,
      list: 'hidden',
      filter: 'in',
      options: DOMAIN_TYPES,
      default: DomainType.entry,
    }),
    /** Whose codes move: who has the domain; nobody's id: everybody's. */
    holder: field(z.string(), text),
    /** The spare; empty until one has been chosen. */
    to_shown: field(z.string(), { ...text, list: true, search: true }),
    to_name: field(z.string(), { ...text, list: 'hidden', search: true }),
    to_domain: field(z.string(), text),
    state: field(z.enum(TAKE_OVER_STATES), {
      ...own,
      list: true,
      filter: 'in',
      options: TAKE_OVER_STATES,
      default: 'waiting',
    }),
    reason: field(z.enum(REASONS), { ...own, list: true, filter: 'in', options: REASONS, default: 'person' }),
    /** What exactly was wrong then. */
    fault: field(z.enum(WATCH_FAULTS), { ...own, default: '' }),
    hint: field(z.enum(HINTS), { ...own, default: '' }),
    /** A policy of others blocks the domain: nothing is done by itself. */
    is_policy: field(z.boolean(), { ...own, default: false }),
    /** Something can still be done with it. */
    is_open: field(z.boolean(), { ...own, list: 'hidden', filter: 'equals', default: true }),
    /** Codes of the run that goes on or was the last, those that moved over, back, and that could not. */
    total: field(z.int(), count),
    codes: field(z.int(), { ...count, list: true }),
    returned: field(z.int(), { ...count, list: 'hidden' }),
    left: field(z.int(), count),
    /** Account ids; empty: by itself, or not yet. */
    begun_by: field(z.string(), text),
    back_by: field(z.string(), text),
    begin_time: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    moved_time: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    /** Since when the domain that failed has been seen working again. */
    works_time: field(zTime.nullable(), time),
    back_time: field(zTime.nullable(), { ...time, list: true, sort: true }),
    /** The spare is nobody else's until it is over. */
    holds_spare: field(z.boolean(), { ...secret, default: false }),
    /** No second one for the same failure: until the domain has been seen working again. */
    is_unsettled: field(z.boolean(), { ...secret, default: true }),
    notices: field(z.array(zNotice), { ...secret, default: [] }),
    has_notices: field(z.boolean(), { ...secret, default: false }),
    holder_account: field(z.string(), { ...joined, list: 'hidden' }),
    begun_account: field(z.string(), { ...joined, list: true }),
    back_account: field(z.string(), joined),
    from_state: field(z.enum(WATCH_STATES), joined),
    to_state: field(z.enum(WATCH_STATES), joined),
  },
  indexes: [
    { keys: { from_domain: 1 }, unique: true, partial: { is_open: true } },
    { keys: { to_domain: 1 }, unique: true, partial: { holds_spare: true } },
    { keys: { create_time: -1, _id: -1 } },
    { keys: { is_unsettled: 1 }, partial: { is_unsettled: true } },
    { keys: { has_notices: 1 }, partial: { has_notices: true } },
    { keys: { state: 1 } },
  ],
});
