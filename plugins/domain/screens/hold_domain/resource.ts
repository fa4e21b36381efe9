import { DomainType, defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { DOMAIN_TYPES } from '../../domains/values.ts';
import { wechatStatus } from '../../policy/values.ts';
import { STANDINGS } from '../../reserve/values.ts';

const own = { write: 'none' } as const;
const joined = { stored: false, write: 'none' } as const;

/** A domain kept in reserve: it takes over from one of its type. One row for each, under the id of the domain. */
export const spareResource = defineResource({
  name: 'domain.spare',
  area: 'hold_domain',
  title: 'shown',
  access: 'all',
  collection: 'domain_spare',
  onUninstall: 'keep',
  calls: ['inquire', 'details'],
  fields: {
    shown: field(z.string(), { ...own, list: true, search: true, sort: true, default: '' }),
    name: field(z.string(), { ...own, list: 'hidden', search: true, default: '' }),
    type: field(z.literal(DOMAIN_TYPES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: DOMAIN_TYPES,
      default: DomainType.entry,
    }),
    /** Whether it takes over next among those of its type, could, or why it cannot. */
    standing: field(z.enum(STANDINGS), { ...joined, list: true, options: STANDINGS }),
    /** Larger comes first. */
    position: field(z.int(), { ...own, list: 'hidden', sort: true, default: 0 }),
    /** The take-over that it serves, or that was begun because it fails itself; empty: none. */
    take_over: field(z.union([zId, z.literal('')]), joined),
    /** For whose codes it is kept: who has it; empty: it is the platform's, for whoever needs it. */
    owner_account: field(z.string(), { ...joined, list: true }),
    checked_time: field(zTime.nullable(), { ...joined, list: true }),
    wechat_status: wechatStatus(),
  },
  indexes: [{ keys: { type: 1, position: -1, _id: 1 } }, { keys: { name: 1 } }],
  defaultSort: { field: 'position', order: 'desc' },
});
