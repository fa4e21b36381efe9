import type { LedgerReceipt, LedgerStanding } from '@waypost/sdk';
import { type Cases, type Part, shapeOf } from '../case.ts';

const COUNTER = 'every-method.counter';
const called = { type: 'every-method.change', remark: 'a remark' };

const lookAt = (receipt: unknown) => {
  const { hold, lines } = receipt as LedgerReceipt;
  return {
    isHold: hold !== null,
    lines: lines.map(({ type, change, remark, currency }) => [type, change, remark, currency]),
  };
};
const UNKNOWN = 'f'.repeat(24);
/** Before anything was. */
const [FROM, UNTIL] = ['2001-01-01T00:00:00.000Z', '2001-02-01T00:00:00.000Z'];
const missing = { thrown: 'not_found' };

/** Money of people. */
export const ledgerCases = {
  'ledger.balances': {
    given: () => [[UNKNOWN], 'TRX'],
    expected: [{ account: UNKNOWN, currency: 'TRX', available: '0', held: '0' }],
  },
  'ledger.bill': {
    given: () => [{ account: UNKNOWN, currency: 'TRX', page: 1, page_size: 5 }],
    expected: { content: [], count: 0 },
  },
  'ledger.lines': {
    given: () => [
      {
        accounts: [UNKNOWN],
        types: [called.type],
        currency: 'TRX',
        from: FROM,
        until: UNTIL,
        order: 'asc',
        page: 1,
        page_size: 5,
      },
    ],
    expected: { content: [], count: 0, is_at_least: false },
  },
  'ledger.span': {
    given: () => [{ account: UNKNOWN, currency: 'TRX', from: FROM, until: UNTIL, after: 0 }],
    expected: { opening: '0', closing: '0', count: 0, lines: [], next: null },
  },
  'ledger.sums': {
    given: () => [{ currency: 'TRX', from: FROM, until: UNTIL }],
    expected: { entries: 0, changes: [], available: '0', held: '0', counters: [], unbalanced: [] },
  },
  'ledger.standing': {
    given: () => [{ currency: 'TRX', until: UNTIL, known: { until: FROM, billed: '0' } }],
    // What other cases have moved until now is the same on both sides.
    look: (standing) => {
      const { available, billed, held, holds } = standing as LedgerStanding;
      return [available === billed, held === holds];
    },
    expected: [true, true],
  },
  'ledger.findHold': { given: () => [UNKNOWN], expected: null },
  'ledger.transfer': {
    at: 'transaction',
    given: ({ request, session }) => [
      {
        ...called,
        key: 'transfer',
        request,
        postings: [
          { account: COUNTER, amount: '-5', currency: 'TRX' },
          { account: request.caller.id, amount: '5', currency: 'TRX' },
        ],
      },
      session,
    ],
    look: lookAt,
    expected: { isHold: false, lines: [['every-method.change', '5', 'a remark', 'TRX']] },
  },
  'ledger.placeHold': {
    at: 'transaction',
    given: ({ request, session }) => [
      { ...called, key: 'hold', request, account: request.caller.id, amount: '3', currency: 'TRX' },
      session,
    ],
    look: lookAt,
    expected: { isHold: true, lines: [['every-method.change', '-3', 'a remark', 'TRX']] },
  },
  'ledger.postHold': {
    at: 'transaction',
    given: ({ request, session }) => [
      { ...called, key: 'post', request, hold: UNKNOWN, to: [{ account: COUNTER, amount: '3' }] },
      session,
    ],
    look: shapeOf,
    expected: missing,
  },
  'ledger.voidHold': {
    at: 'transaction',
    given: ({ request, session }) => [{ ...called, key: 'void', request, hold: UNKNOWN }, session],
    look: shapeOf,
    expected: missing,
  },
} satisfies Cases<Part<'ledger'>>;
