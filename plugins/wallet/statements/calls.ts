import { type DaySpan, daysIn, defineCall, zId, zStarted } from '@waypost/contract';
import { z } from 'zod';

export const PERIODS = ['this_month', 'last_month', 'range'] as const;
export const STATEMENT_FORMATS = ['pdf', 'csv'] as const;
/** Most days of one statement. */
const MOST_DAYS = 366;

const zDay = z.iso.date();
export const STATEMENT_SHAPE = {
  /** Whose; left out: the caller's own. Others' are for those who see everybody's. */
  account: zId.optional(),
  period: z.enum(PERIODS),
  first_day: zDay.optional(),
  last_day: zDay.optional(),
  format: z.enum(STATEMENT_FORMATS),
};

interface Range {
  period?: unknown;
  first_day?: unknown;
  last_day?: unknown;
}
/** NaN where a day is missing, which another rule says. */
const spanOf = ({ first_day, last_day }: Range): number => daysIn({ first_day, last_day } as DaySpan);

/** What a range has to be; the form asks the same. `message` is for the server, which has its own words of days. */
export const STATEMENT_RULES = [
  {
    path: 'first_day',
    message: 'days_missing',
    messageKey: 'validation.days_missing',
    holds: ({ period, first_day }: Range) => period !== 'range' || first_day !== undefined,
  },
  {
    path: 'last_day',
    message: 'days_missing',
    messageKey: 'validation.days_missing',
    holds: ({ period, last_day }: Range) => period !== 'range' || last_day !== undefined,
  },
  {
    path: 'last_day',
    message: 'days_order',
    messageKey: 'validation.days_order',
    holds: (range: Range) => range.period !== 'range' || !(spanOf(range) < 1),
  },
  {
    path: 'last_day',
    message: 'wallet.fault.days_many',
    messageKey: 'wallet.fault.days_many',
    holds: (range: Range) => range.period !== 'range' || !(spanOf(range) > MOST_DAYS),
  },
];

export const statementCall = defineCall({
  area: 'bill',
  call: 'statement',
  body: z.strictObject(STATEMENT_SHAPE).superRefine((body, context) => {
    const broken = STATEMENT_RULES.find(({ holds }) => !holds(body));
    if (broken) context.addIssue({ code: 'custom', path: [broken.path], message: broken.message });
  }),
  result: zStarted,
  answers: 202,
  access: { permission: 'wallet.bill:export' },
  ratePerMinute: 20,
  summary:
    "Writes the bill of a month or a range of days as PDF or CSV, one's own or, for operators, anybody's",
});
