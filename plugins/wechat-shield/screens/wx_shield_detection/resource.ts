import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zVote } from '../../detection/values.ts';
import { STATUSES, zStatus } from '../../status/values.ts';

const own = { write: 'none' } as const;
/** Rows that a list of what grows without end counts. */
const COUNTED = 10_000;

/** Who asked for a check. */
export const CHECK_REASONS = ['person', 'schedule'] as const;

/**
 * One check of an address: what everybody said, and what follows. `owner` is whoever asked for it, or has the domain that the
 * schedule checked; nobody's id where nobody has it.
 */
export const checkResource = defineResource({
  name: 'wechat-shield.check',
  area: 'wx_shield_detection',
  title: 'address',
  access: 'own',
  onUninstall: 'drop',
  calls: ['inquire', 'user_inquire', 'details'],
  fields: {
    address: field(z.string(), { ...own, list: true, search: true, default: '' }),
    host: field(z.string(), { ...own, list: 'hidden', filter: 'equals', default: '' }),
    status: field(zStatus, {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: STATUSES,
      default: 4,
    }),
    /** Those that were asked. */
    providers: field(z.string(), { ...own, list: true, default: '', priority: 2 }),
    votes: field(z.array(zVote), { ...own, default: [] }),
    /** How many had to agree. */
    quorum: field(z.int(), { ...own, default: 1 }),
    time: field(zTime, { ...own, list: true, sort: true, filter: 'range', priority: 1 }),
    reason: field(z.enum(CHECK_REASONS), {
      ...own,
      list: 'hidden',
      filter: 'equals',
      options: CHECK_REASONS,
      default: 'person',
    }),
    ms: field(z.int(), { ...own, list: 'hidden', default: 0 }),
  },
  indexes: [
    { keys: { owner: 1, time: -1, _id: -1 } },
    { keys: { host: 1, time: -1, _id: -1 } },
    { keys: { status: 1, time: -1, _id: -1 } },
    { keys: { time: -1, _id: -1 } },
  ],
  defaultSort: { field: 'time', order: 'desc' },
  countLimit: COUNTED,
});
