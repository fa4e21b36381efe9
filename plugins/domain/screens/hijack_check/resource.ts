import { defineResource, field, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { HIJACK_FAULTS } from '../../hijack/values.ts';
import { FINDINGS } from '../../watching/values.ts';
import { zPage, zSaid } from '../no_hijack/resource.ts';

const own = { write: 'none' } as const;
const finding = () =>
  field(z.enum(FINDINGS), { ...own, list: true, filter: 'in', options: FINDINGS, default: 'unknown' });
const fault = () => field(z.enum(HIJACK_FAULTS), { ...own, default: '' });

/** One check of a name: what each who was asked said, and which page came. */
export const hijackCheckResource = defineResource({
  name: 'domain.hijack_check',
  area: 'hijack_check',
  title: 'shown',
  access: 'all',
  onUninstall: 'drop',
  calls: ['inquire', 'details'],
  fields: {
    shown: field(z.string(), { ...own, list: true, default: '' }),
    name: field(z.string(), { ...own, default: '' }),
    domain: field(zId, { ...own, filter: 'equals' }),
    /** When it was made. */
    time: field(zTime, { ...own, list: true, sort: true, filter: 'range' }),
    answers: finding(),
    answers_fault: fault(),
    site: finding(),
    site_fault: fault(),
    said: field(z.array(zSaid), { ...own, default: [] }),
    /** Addresses that were expected at that moment. */
    expected: field(z.array(z.string()), { ...own, default: [] }),
    /** Null: none came. */
    fingerprint: field(zPage.nullable(), { ...own, default: null }),
    /** What was accepted at that moment; null: nothing was. */
    accepted: field(zPage.nullable(), { ...own, default: null }),
    /** Who asked for it; empty: the schedule. */
    account: field(z.string(), { ...own, list: true, default: '' }),
    ms: field(z.int(), { ...own, list: 'hidden', default: 0 }),
  },
  indexes: [{ keys: { domain: 1, time: -1, _id: -1 } }, { keys: { time: 1 } }],
  defaultSort: { field: 'time', order: 'desc' },
});
