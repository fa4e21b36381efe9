import type { CommandContext } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { commitTransaction as commitPending } from '../session/commit-transaction.ts';
import { keyText } from '../storage/index-keys.ts';
import { StoreError } from '../value/errors.ts';
import { Binary, type Document, isDocument, isNumber, toWholeNumber } from '../value/index.ts';

/** `commitTransaction`: makes a transaction's writes everybody's. Sent again after it succeeded, it succeeds again. */
export const commitTransaction = async (context: CommandContext): Promise<Reply> => {
  const { store, session, operation } = context;
  const number = transactionNumber(context);
  if (session === undefined) throw notInTransaction('commitTransaction');
  const transaction = session.transaction;
  if (transaction?.number === number && transaction.state === 'committed') return new Map();
  // The store may have been restarted between the commit and its answer.
  if (transaction === undefined && isRecorded(context, number)) return new Map();
  // Sent again while its first sending is at it: one outcome for both.
  if (transaction?.number === number && transaction.state === 'committing') {
    await transaction.committing;
    return new Map();
  }
  const active = store.sessions.active(session, number);
  // They read from the state that the transaction lets go.
  store.cursors.closeTransaction(session.id, number);
  const { isSpent, pause, waitForTurn } = operation;
  const { writer, group, records, whole } = store;
  await store.sessions.commit(active, () =>
    commitPending({ writer, group, records, whole, isSpent, pause, waitForTurn }, active, () =>
      store.retries.save(session.id, { number, state: new Map([['committed', true]]) }),
    ),
  );
  return new Map();
};

const isRecorded = ({ store, session }: CommandContext, number: number): boolean => {
  const record = session === undefined ? undefined : store.retries.find(session.id);
  return record?.number === number && record.state.get('committed') === true;
};

/** `abortTransaction`: gives a transaction's writes up. */
export const abortTransaction = (context: CommandContext): Reply => {
  const { store, session } = context;
  const number = transactionNumber(context);
  if (session === undefined) throw notInTransaction('abortTransaction');
  const active = store.sessions.active(session, number);
  store.cursors.closeTransaction(session.id, number);
  store.sessions.abort(active);
  return new Map();
};

const transactionNumber = ({ command, name }: CommandContext): number => {
  const value = command.get('txnNumber');
  const number = isNumber(value) ? toWholeNumber(value) : undefined;
  if (number === undefined || command.get('autocommit') !== false) throw notInTransaction(name);
  return number;
};

const notInTransaction = (name: string): StoreError =>
  new StoreError(125, `${name} must be run within a transaction`);

/** `endSessions`: the client is done with these sessions. */
export const endSessions = (context: CommandContext): Reply => {
  const { store, command, name } = context;
  for (const id of sessionIds(command, name)) {
    store.cursors.closeSession(id);
    store.sessions.end(id);
    if (store.retries.find(id) === undefined || store.group.isHeld()) continue;
    store.group.begin();
    store.retries.remove(id);
  }
  return new Map();
};

const sessionIds = (command: Document, name: string): string[] => {
  const list = command.get(name);
  if (!Array.isArray(list)) return [];
  return list.flatMap((one) => {
    const id = isDocument(one) ? one.get('id') : undefined;
    return id instanceof Binary ? [keyText(id.buffer.subarray(0, id.position))] : [];
  });
};
