import { defineResource, field, type RowOf, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** What a reporter may say is wrong. */
export const ABUSE_REASONS = ['phishing', 'malware', 'fraud', 'illegal', 'spam', 'other'] as const;
/** `handled`: closed by hand, without saying how. */
export const ABUSE_STATES = ['open', 'frozen', 'dismissed', 'answered', 'handled'] as const;
export const zAbuseState = z.enum(ABUSE_STATES);
/** Longest sentence that a reporter is answered with, characters. */
export const ABUSE_ANSWER_MAX_LENGTH = 500;
/** Open reports of one code that are kept one by one; further ones are counted on the first of them. */
export const OPEN_REPORTS_A_CODE = 20;

const joined = { stored: false, write: 'none' } as const;

/** Links that visitors have reported. Visitors write the rows; whoever handles them says what became of it. */
export const abuseReport = defineResource({
  name: 'qr.abuse_report',
  area: 'abuse_report',
  title: 'address',
  access: 'all',
  calls: ['inquire', 'details', 'update'],
  fields: {
    /** As the reporter gave it; it leads to one of our links. */
    address: field(z.string(), { list: true, search: true, write: 'none' }),
    reason: field(z.enum(ABUSE_REASONS), { list: true, filter: 'in', write: 'none' }),
    text: field(z.string(), { list: true, search: true, write: 'none' }),
    contact: field(z.string(), { list: true, write: 'none' }),
    code: field(zId, { write: 'none', filter: 'equals' }),
    /** Where the code led at that moment: its owner may change it before anybody looks. */
    targets: field(z.array(z.string()), { write: 'none', default: [] }),
    /** By hand only `handled`, and `open` again; the rest is what the verbs of the desk leave. */
    state: field(zAbuseState, {
      list: true,
      filter: 'in',
      write: 'update',
      control: 'radio',
      default: 'open',
    }),
    state_time: field(zTime.nullable(), { list: 'hidden', write: 'none', default: null }),
    state_by: field(z.string(), { write: 'none', secret: true, default: '' }),
    /** The sentence that the reporter reads. */
    answer: field(z.string(), { write: 'none', default: '' }),
    /** Of the address under which the reporter follows it: a hash. */
    follow_key: field(z.string(), { write: 'none', secret: true, default: '' }),
    remark: field(z.string().trim().max(500), {
      list: 'hidden',
      write: 'update',
      control: 'textarea',
      default: '',
    }),
    /** Reports about the same code that came while it had as many open ones as are kept: counted here. */
    further: field(z.int(), { write: 'none', default: 0 }),
    /** How many of them nobody was told of yet, itself among them. */
    untold: field(z.int(), { write: 'none', secret: true, default: 0 }),
    /** Account of who brought it into its state. */
    state_account: field(z.string(), joined),
    /** Name of the code; empty when it is gone for good. */
    code_name: field(z.string(), joined),
    /** Other open reports about the same code, those that were only counted among them. */
    more: field(z.int(), joined),
  },
  indexes: [
    { keys: { code: 1 } },
    { keys: { create_time: -1 } },
    { keys: { untold: 1 }, partial: { untold: { $gt: 0 } } },
    { keys: { follow_key: 1 }, unique: true, partial: { follow_key: { $gt: '' } } },
  ],
  menu: {
    route: 'abuse_desk',
    parent: 'shield',
    sort: 20,
    icon: 'exclamation-circle',
    roles: ['administrator'],
  },
});

/** A report as the wire has it. */
export type ReportRow = RowOf<typeof abuseReport>;
