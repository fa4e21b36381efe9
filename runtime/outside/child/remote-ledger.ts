import type { Ledger, LedgerCall, LedgerReceipt, Session } from '@waypost/sdk';
import { transactionConflict } from '../../storage/index.ts';
import type { Peer } from '../channel/peer.ts';
import { type LedgerChange, zLedgerAnswer } from '../ledger-calls.ts';
import type { TransactionName } from './remote-visits.ts';
import { type Handles, requestHandle } from './request.ts';

/** The ledger through the host. The transaction of a change is named, and whoever asked for it crosses as a number. */
export function createRemoteLedger(options: {
  peer: Peer;
  handles: Handles;
  /** Lets the host take part in a transaction, by the name that the store has for it. */
  joined(session: Session): Promise<TransactionName>;
}): Ledger {
  const { peer, handles, joined } = options;
  const look = async (method: string, ...given: unknown[]) =>
    (await peer.ask('ledger', { method, given })) as never;
  const change =
    (method: LedgerChange) =>
    async ({ request, ...input }: LedgerCall, session?: Session): Promise<LedgerReceipt> => {
      if (session !== undefined && !session.inTransaction())
        throw new TypeError(`ledger.${method}: the session is in no transaction`);
      const transaction = session === undefined ? undefined : await joined(session);
      const handle = requestHandle(handles, request);
      const answer = zLedgerAnswer.parse(
        await peer.ask('ledger.change', { method, input, handle, transaction }),
      );
      // The transaction is the plugin's: here its work is done again.
      if ('conflict' in answer) throw transactionConflict(answer.conflict);
      return answer.receipt as LedgerReceipt;
    };
  return {
    balances: (accounts, currency) => look('balances', accounts, currency),
    bill: (query) => look('bill', query),
    lines: (query) => look('lines', query),
    span: (query) => look('span', query),
    sums: (query) => look('sums', query),
    standing: (query) => look('standing', query),
    findHold: (id) => look('findHold', id),
    transfer: change('transfer'),
    placeHold: change('placeHold'),
    postHold: change('postHold'),
    voidHold: change('voidHold'),
  };
}
