import { DomainType, defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { STATUSES, zStatus } from '../status/values.ts';

const own = { write: 'none' } as const;
const secret = { ...own, secret: true } as const;
const time = { ...own, default: null } as const;
const TYPES = Object.values(DomainType);

/** How a domain stands in WeChat: one row for each that is held, under the id of the domain. */
export const hostResource = defineResource({
  name: 'wechat-shield.host',
  area: 'shield_host',
  title: 'shown',
  access: 'own',
  onUninstall: 'drop',
  calls: ['inquire', 'user_inquire', 'details'],
  fields: {
    shown: field(z.string(), { ...own, list: true, search: true, sort: true, default: '' }),
    name: field(z.string(), { ...own, list: 'hidden', search: true, default: '' }),
    /** What is believed; one that nobody has checked yet has no `checked_time`. */
    status: field(zStatus, {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: STATUSES,
      default: 4,
    }),
    since: field(zTime.nullable(), { ...time, list: true, priority: 2 }),
    /** What the last check said, which alone changes nothing. */
    last_status: field(zStatus, { ...own, default: 4 }),
    checked_time: field(zTime.nullable(), { ...time, list: true, sort: true, priority: 1 }),
    next_check_time: field(zTime.nullable(), { ...time, list: 'hidden', index: true }),
    last_check: field(zId.nullable(), { ...own, default: null }),
    type: field(z.literal(TYPES), {
      ...own,
      list: 'hidden',
      filter: 'in',
      options: TYPES,
      default: DomainType.entry,
    }),
    is_platform: field(z.boolean(), { ...own, list: 'hidden', filter: 'equals', default: false }),
    pending: field(zStatus, { ...secret, default: 4 }),
    streak: field(z.int(), { ...secret, default: 0 }),
    /** The round through all names in which it was there last. */
    round: field(z.string(), { ...secret, default: '' }),
  },
  indexes: [{ keys: { name: 1 } }, { keys: { status: 1, shown: 1 } }, { keys: { owner: 1, shown: 1 } }],
  defaultSort: { field: 'shown', order: 'asc' },
});
