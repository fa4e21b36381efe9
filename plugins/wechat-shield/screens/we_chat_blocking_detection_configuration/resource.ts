import { defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import { PROVIDER_METHODS, STANDINGS } from '../../providers/values.ts';

/** What a header field can carry as it is; a key with anything else was pasted with more than itself. */
const PRINTABLE = /^[\x20-\x7e]*$/;
/** Names and numbers with dots between them. */
const ANSWER_PATH = /^$|^[^.\s]+(\.[^.\s]+)*$/;
/** An amount in the provider's own currency. */
const AMOUNT = /^\d{1,6}(\.\d{1,6})?$/;

const own = { write: 'none' } as const;
const joined = { ...own, stored: false } as const;
const zAmount = z.string().trim().regex(AMOUNT, 'wechat-shield.fault.amount');
const values = () => field(z.string().max(2_000), { control: 'textarea', section: 'answer', default: '' });

/** Who is asked whether WeChat blocks an address: an HTTP service of the operator's choice. None is shipped. */
export const providerResource = defineResource({
  name: 'wechat-shield.provider',
  area: 'we_chat_blocking_detection_configuration',
  title: 'name',
  access: 'all',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  // Addresses and a key go to where it says.
  needsSecondFactor: ['add', 'update'],
  onUninstall: 'keep',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, unique: true }),
    state: field(z.enum(['on', 'off']), { list: true, filter: 'equals', quick: true, default: 'on' }),
    endpoint: field(z.string().trim().min(1).max(2_000), {
      list: 'hidden',
      control: 'textarea',
      section: 'request',
    }),
    method: field(z.enum(PROVIDER_METHODS), { control: 'radio', section: 'request', default: 'GET' }),
    headers: field(z.string().max(4_000), { control: 'textarea', section: 'request', default: '' }),
    body: field(z.string().max(8_000), { control: 'textarea', section: 'request', default: '' }),
    /** Left empty in a change, it stays as it is. */
    key: field(z.string().max(1_000).regex(PRINTABLE), {
      control: 'password',
      autoComplete: 'off',
      secret: true,
      section: 'request',
      default: '',
    }),
    has_key: field(z.boolean(), { ...own, list: 'hidden', default: false }),
    /** Where the status stands in a JSON answer; empty: the whole answer is the status. */
    answer_path: field(z.string().trim().max(200).regex(ANSWER_PATH), { section: 'answer', default: '' }),
    /** What stands there, a value a line; what is in neither list is a detection that failed. */
    normal_values: values(),
    blocked_values: values(),
    timeout_seconds: field(z.int().min(1).max(15), { section: 'limits', default: 8 }),
    per_minute: field(z.int().min(1).max(600), { section: 'limits', default: 60 }),
    /** Requests on a day of TIME_ZONE; 0: no limit. */
    daily_quota: field(z.int().min(0).max(1_000_000), { section: 'limits', list: 'hidden', default: 0 }),
    /** What a request costs, and what a day may cost, in the provider's own currency; a cap of 0: none. */
    cost: field(zAmount, { section: 'limits', list: 'hidden', default: '0' }),
    daily_cap: field(zAmount, { section: 'limits', list: 'hidden', default: '0' }),
    standing: field(z.enum(STANDINGS), {
      ...own,
      list: true,
      filter: 'in',
      options: STANDINGS,
      default: 'unchecked',
    }),
    /** Why it is so, as a code with words; empty: nothing is wrong. */
    standing_fault: field(z.string(), { ...own, default: '' }),
    standing_time: field(zTime.nullable(), { ...own, list: 'hidden', default: null }),
    /** Operators have been told that it does not count. */
    is_lie_told: field(z.boolean(), { ...own, secret: true, default: false }),
    used_today: field(z.int(), { ...joined, list: true }),
    cost_today: field(z.string(), { ...joined, list: true }),
  },
  indexes: [{ keys: { state: 1, name: 1 } }],
  defaultSort: { field: 'name', order: 'asc' },
});
