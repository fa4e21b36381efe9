import { CURRENCIES, type Currency } from '@waypost/contract';
import { againWhenTaken, type Session } from '@waypost/sdk';
import { type LedgerCollections, WHOLE } from './ledger-collections.ts';

/**
 * Whether somebody has nothing left of any currency, what is held included. It stays so until the transaction ends: every
 * balance is written, so that of this transaction and of one that moves money of the account the later one runs again.
 */
export async function isSettled(
  ledger: Pick<LedgerCollections, 'balances'>,
  account: string,
  session: Session,
): Promise<boolean> {
  for (const currency of CURRENCIES)
    if (!(await isEmpty(ledger, { account, currency, session }))) return false;
  return true;
}

async function isEmpty(
  { balances }: Pick<LedgerCollections, 'balances'>,
  { account, currency, session }: { account: string; currency: Currency; session: Session },
): Promise<boolean> {
  const found = await againWhenTaken(() =>
    balances.findOneAndUpdate(
      { _id: `${account}/${currency}` },
      {
        $inc: { guard: 1 },
        $setOnInsert: { account, currency, available: 0n, held: 0n, seq: 0 },
      },
      { session, upsert: true, returnDocument: 'after', ...WHOLE },
    ),
  );
  return found !== null && found.available === 0n && found.held === 0n;
}
