import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import { PROVIDER_FAULTS } from '../../chain/providers/values.ts';

/** What a header field can carry as it is; a key with anything else was pasted with more than itself. */
const PRINTABLE = /^[\x20-\x7e]*$/;
const joined = { stored: false, write: 'none' } as const;

/** Where a provider is: http or https, without what belongs behind its calls. */
const zUrl = z.url({ protocol: /^https?$/ }).max(500);

/** Who tells of the chain, in the order in which they are asked. */
export const providerResource = defineResource({
  name: 'wallet.provider',
  area: 'pay_provider',
  title: 'name',
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire', 'details', 'add', 'update', 'remove'],
  // Who tells of the chain says what is credited: a stolen session must not bring its own.
  needsSecondFactor: ['add', 'update', 'remove'],
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, unique: true }),
    url: field(zUrl, { list: true, control: 'url' }),
    /** Requests in a second that it allows. */
    per_second: field(z.int().min(1).max(500), {
      list: true,
      unit: 'wallet.unit.per_second',
      default: 5,
    }),
    /** Left empty in a change, it stays as it is. */
    key: field(z.string().trim().max(200).regex(PRINTABLE), {
      control: 'password',
      autoComplete: 'off',
      secret: true,
      default: '',
    }),
    has_key: field(z.boolean(), { list: 'hidden', write: 'none', default: false }),
    /** Larger ones are asked first. */
    sort: field(z.int().min(0).max(9_999), { list: true, sort: true, default: 0 }),
    state: field(z.enum(['on', 'off']), {
      list: true,
      filter: 'equals',
      options: ['on', 'off'],
      control: 'radio',
      default: 'on',
    }),
    /** Why it rests now, in this process; empty: it does not. */
    fault: field(z.enum(['', ...PROVIDER_FAULTS]), { ...joined, list: true }),
  },
  defaultSort: { field: 'sort', order: 'desc' },
});
