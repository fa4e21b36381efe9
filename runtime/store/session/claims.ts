import type { Collection } from '../storage/collection.ts';
import type { Connection } from '../storage/connection.ts';
import { keyText } from '../storage/index-keys.ts';
import { StoreError } from '../value/errors.ts';
import type { Claim } from './transaction-view.ts';

/** Whoever takes documents: they are its own until they are released. */
interface Holder {
  number: number;
  state: 'active' | 'committing' | 'committed' | 'aborted';
}

/** The documents that running transactions have written. */
export interface Claims<Transaction extends Holder> {
  /**
   * Takes a document for a transaction, whose snapshot shows writes up to `sequence`; answers whether it has it now.
   * @throws StoreError 251 when the transaction has ended meanwhile
   */
  take(
    transaction: Transaction,
    document: { collection: Collection; what: Claim; sequence: number },
  ): boolean;
  /** Gives back all that a transaction took. */
  release(transaction: Transaction): void;
}

export const createClaims = <Transaction extends Holder>(writer: Connection): Claims<Transaction> => {
  const claims = new Map<string, Transaction>();
  const namesOf = new Map<Transaction, string[]>();

  const isUnchanged = (collection: Collection, what: Claim, sequence: number): boolean => {
    const statements = writer.records(collection.id);
    if (what.key !== undefined) {
      const holder = statements.byKey.get(what.key);
      return holder === null || holder.ver <= sequence;
    }
    const row = statements.byRid.get(what.rid);
    return row !== null && row.ver <= sequence;
  };

  return {
    take(transaction, { collection, what, sequence }) {
      // A statement that is still at it takes nothing that nobody would give back.
      if (transaction.state !== 'active')
        throw new StoreError(251, `Transaction ${transaction.number} has ended meanwhile`, {
          labels: ['TransientTransactionError'],
        });
      const name =
        what.key === undefined ? `${collection.id}:${what.rid}` : `${collection.id}=${keyText(what.key)}`;
      const other = claims.get(name);
      if (other === transaction) return true;
      if (other !== undefined) return false;
      if (collection.lastWrite > sequence && !isUnchanged(collection, what, sequence)) return false;
      claims.set(name, transaction);
      const names = namesOf.get(transaction);
      if (names === undefined) namesOf.set(transaction, [name]);
      else names.push(name);
      return true;
    },
    release(transaction) {
      for (const name of namesOf.get(transaction) ?? []) claims.delete(name);
      namesOf.delete(transaction);
    },
  };
};
