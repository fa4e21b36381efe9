import { DomainType, defineResource, field, zTime } from '@waypost/contract';
import { z } from 'zod';
import {
  DOMAIN_STATES,
  DOMAIN_TYPES,
  NOTICES,
  PROOF_FAULTS,
  PROOF_METHODS,
  REACH_FAULTS,
  REACHES,
} from '../../domains/values.ts';
import { readEnteredName } from '../../names/rules.ts';
import { wechatStatus } from '../../policy/values.ts';
import { LEADING_TYPES } from '../../resolution/values.ts';
import { FINDINGS } from '../../watching/values.ts';

/** Letters that may be typed: a name of four-byte letters, with room for what is cut off. */
const LONGEST_ENTERED = 1_000;

/** A name as it is entered, in any script; what it must not be is said by the browser and the server alike. */
export const zEnteredName = z
  .string()
  .min(1)
  .max(LONGEST_ENTERED)
  .superRefine((text, issues) => {
    const read = readEnteredName(text);
    if ('fault' in read) issues.addIssue({ code: 'custom', message: `domain.fault.${read.fault}` });
  });
export const zDomainType = z.literal(DOMAIN_TYPES);

const own = { write: 'none' } as const;
const joined = { stored: false, write: 'none' } as const;
const time = { ...own, default: null } as const;

/**
 * A name that codes may stand on. `owner` is whose it is; of the platform's names it is who has it now, or nobody's id. What
 * is over stays as a row: whoever had a name is asked for another proof the next time.
 */
export const domainResource = defineResource({
  name: 'domain.domain',
  area: 'domain_list',
  title: 'shown',
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details', 'add', 'update'],
  fields: {
    /** As the DNS has it. */
    name: field(zEnteredName, {
      list: 'hidden',
      search: true,
      write: 'create',
      control: 'text',
      autoComplete: 'off',
    }),
    /** In its own script. */
    shown: field(z.string(), { ...own, list: true, search: true, sort: true, default: '' }),
    type: field(zDomainType, {
      list: true,
      filter: 'in',
      options: DOMAIN_TYPES,
      default: DomainType.entry,
    }),
    state: field(z.enum(DOMAIN_STATES), {
      ...own,
      list: true,
      filter: 'in',
      quick: true,
      options: DOMAIN_STATES,
      default: 'waiting',
    }),
    /** The platform's, and lent to its owner, where it has one. */
    is_platform: field(z.boolean(), { ...own, list: true, filter: 'equals', default: false }),
    method: field(z.enum(PROOF_METHODS), { ...own, list: 'hidden', options: PROOF_METHODS, default: 'none' }),
    /** What the TXT record has to say. */
    token: field(z.string(), { ...own, default: '' }),
    fault: field(z.enum(PROOF_FAULTS), { ...own, default: '' }),
    reach: field(z.enum(REACHES), {
      ...own,
      list: true,
      filter: 'in',
      options: REACHES,
      default: 'unknown',
    }),
    reach_fault: field(z.enum(REACH_FAULTS), { ...own, default: '' }),
    /** When it was looked at last, and when it will be again. */
    checked_time: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    next_check_time: field(zTime.nullable(), { ...time, index: true }),
    /** Proved since; seen proved last; gone since; over since. */
    proved_time: field(zTime.nullable(), { ...time, list: 'hidden', sort: true }),
    found_time: field(zTime.nullable(), time),
    lost_time: field(zTime.nullable(), time),
    ended_time: field(zTime.nullable(), time),
    /** First look of several at which the proof was not there. */
    missed_time: field(zTime.nullable(), { ...time, secret: true }),
    tries: field(z.int(), { ...own, secret: true, default: 0 }),
    registrable: field(z.string(), { ...own, secret: true, index: true, default: '' }),
    is_working: field(z.boolean(), { ...own, secret: true, default: true }),
    /** False once it is over; a name stands once in what an account has. */
    is_there: field(z.boolean(), { ...own, secret: true, default: true }),
    /** What is still to be told, of which moment, and to whom. */
    notice: field(z.enum(NOTICES), { ...own, secret: true, index: true, default: 'none' }),
    notice_time: field(zTime.nullable(), { ...time, secret: true }),
    /** Whose it is, or who has it; empty: nobody's. */
    owner_account: field(z.string(), { ...joined, list: true }),
    /** The records that prove it: their names, and what they say. Empty where none would do. */
    /** `www.` of a name that was registered, which its owner has not added; empty: nothing is offered. */
    offered_name: field(z.string(), joined),
    txt_name: field(z.string(), joined),
    txt_value: field(z.string(), joined),
    cname_value: field(z.string(), joined),
    /** The records that lead visits here; empty where nobody can say which. */
    leading: field(
      z.array(z.object({ type: z.enum(LEADING_TYPES), name: z.string(), value: z.string() })),
      joined,
    ),
    /** What the watching found last, and until when the certificate holds that visitors are shown. */
    dns: field(z.enum(FINDINGS), joined),
    https: field(z.enum(FINDINGS), joined),
    certificate_until: field(zTime.nullable(), { ...joined, list: 'hidden' }),
    /** Codes that stand on it, and those that it stands printed on; null while nobody can say. */
    code_number: field(z.int().nullable(), { ...joined, list: true }),
    printed_number: field(z.int().nullable(), { ...joined, list: 'hidden' }),
    wechat_status: wechatStatus(),
    /** Kept in reserve: it takes over from one of its type that fails. */
    is_spare: field(z.boolean(), joined),
  },
  indexes: [
    { keys: { owner: 1, name: 1 }, unique: true, partial: { is_there: true } },
    { keys: { name: 1, state: 1 } },
    { keys: { owner: 1, create_time: -1, _id: -1 } },
    { keys: { is_platform: 1, owner: 1, type: 1, state: 1 } },
  ],
});
