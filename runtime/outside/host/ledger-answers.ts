import { zCurrency } from '@waypost/contract';
import type { LedgerCall, PluginContext, Session } from '@waypost/sdk';
import { z } from 'zod';
import { isTransactionConflict } from '../../storage/index.ts';
import { LEDGER_CHANGES, LEDGER_LOOKS } from '../ledger-calls.ts';
import type { LiveRequests } from './live-requests.ts';
import { type VisitWrites, zTransaction } from './visit-writes.ts';

const zLook = z.object({ method: z.enum(LEDGER_LOOKS), given: z.array(z.unknown()).max(2) });
const zChange = z.object({
  method: z.enum(LEDGER_CHANGES),
  input: z.looseObject({
    type: z.string(),
    postings: z.array(z.looseObject({ account: z.string() })).optional(),
    to: z.array(z.looseObject({ account: z.string() })).optional(),
  }),
  handle: z.int().optional(),
  transaction: zTransaction.optional(),
});
const zCurrencyOrNone = zCurrency.nullish().transform((currency) => currency ?? undefined);
const zBillQuery = z.object({
  account: z.string(),
  currency: zCurrencyOrNone,
  page: z.int().min(1),
  page_size: z.int().min(1).max(100),
});

const zTexts = z.array(z.string()).max(20).optional();
const zMoment = z.iso.datetime();
const zLinesQuery = z.object({
  accounts: zTexts,
  types: zTexts,
  currency: zCurrencyOrNone,
  from: zMoment.optional(),
  until: zMoment.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  page: z.int().min(1),
  page_size: z.int().min(1).max(200),
});
const zSums = z.object({ from: zMoment, until: zMoment, currency: zCurrencyOrNone });
const zSpan = zSums.extend({ account: z.string(), after: z.int().min(0).optional() });
const zStanding = z.object({
  currency: zCurrencyOrNone,
  until: zMoment.optional(),
  known: z.object({ until: zMoment, billed: z.string().regex(/^-?\d{1,40}$/) }).optional(),
});

type Work = (params: unknown) => Promise<unknown>;

function lookAt(
  ledger: PluginContext['ledger'],
  method: (typeof LEDGER_LOOKS)[number],
  [first, second]: unknown[],
): Promise<unknown> {
  switch (method) {
    case 'findHold':
      return ledger.findHold(z.string().parse(first));
    case 'balances':
      return ledger.balances(z.array(z.string()).parse(first), zCurrencyOrNone.parse(second));
    case 'standing':
      return ledger.standing(given(zStanding.parse(first ?? {})));
    case 'bill':
      return ledger.bill(given(zBillQuery.parse(first)));
    case 'lines':
      return ledger.lines(given(zLinesQuery.parse(first)));
    case 'span':
      return ledger.span(given(zSpan.parse(first)));
    case 'sums':
      return ledger.sums(given(zSums.parse(first)));
  }
}

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Without what was not said. */
const given = <T extends object>(query: T): Given<T> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Given<T>;

/** The ledger for a plugin in a process of its own; what a change holds is looked at by the ledger itself. */
export function ledgerAnswers(
  context: Pick<PluginContext, 'ledger'>,
  live: LiveRequests,
  transactions: Pick<VisitWrites, 'sessionOf'>,
): { ledger: Work; 'ledger.change': Work } {
  return {
    async ledger(params) {
      const { method, given } = zLook.parse(params);
      return lookAt(context.ledger, method, given);
    },
    async 'ledger.change'(params) {
      const { method, input, handle, transaction } = zChange.parse(params);
      const request = live.find(handle);
      const { request: _madeUp, ...said } = input;
      const call = { ...said, ...(request === undefined ? {} : { request }) };
      const session = transaction === undefined ? undefined : transactions.sessionOf(transaction);
      // Whatever of it is not as it should be is refused there.
      const change = context.ledger[method] as (call: LedgerCall, session?: Session) => Promise<unknown>;
      try {
        return { receipt: await change(call as unknown as LedgerCall, session) };
      } catch (error) {
        if (transaction === undefined || !isTransactionConflict(error)) throw error;
        return { conflict: error.message };
      }
    },
  };
}
