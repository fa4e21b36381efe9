import type { CommandContext } from '../engine/context.ts';
import { locksOf, sessionDocument, transactionDocument } from '../engine/describe-command.ts';
import type { EmbeddedStore } from '../engine/store.ts';
import { compileMatch } from '../match/index.ts';
import type { Reply } from '../request/context.ts';
import { isGenericField } from '../request/known-fields.ts';
import { keyText } from '../storage/index-keys.ts';
import { StoreError } from '../value/errors.ts';
import {
  Binary,
  type Document,
  int32,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import type { Operation } from '../work/operation.ts';

/** Options of currentOp that are no filter; all of them ask for what is shown anyway. */
const OPTIONS = new Set(['$all', '$ownOps']);

/** `currentOp`: what runs now, and which transactions are open. */
export const currentOp = ({ store, command, name }: CommandContext): Reply => {
  // Fields that are no options are a filter of the operations.
  const filter = [...command].filter(
    ([field]) => field !== name && !isGenericField(field) && !OPTIONS.has(field),
  );
  const matcher = compileMatch(new Map(filter));
  return new Map<string, Value>([['inprog', operationsNow(store).filter((one) => matcher.test(one))]]);
};

/** The running commands as currentOp and `$currentOp` show them, and sessions whose transaction nobody goes on with now. */
export const operationsNow = (store: EmbeddedStore, isWithIdle = true): Document[] => {
  const now = store.options.monotonic();
  const running = store.operations.list().map((operation) => operationDocument(operation, now));
  return isWithIdle ? [...running, ...idleTransactions(store)] : running;
};

const operationDocument = (operation: Operation, now: number): Document => {
  const took = now - operation.startedAt;
  const fields: Document = new Map<string, Value>([
    ['type', 'op'],
    ['desc', operation.command],
    ['active', true],
    ['opid', int32(operation.id)],
    ['secs_running', BigInt(Math.floor(took / 1000))],
    ['microsecs_running', BigInt(Math.round(took * 1000))],
    ['op', 'none'],
    ['ns', operation.namespace],
    ['command', new Map()],
  ]);
  for (const [field, value] of operation.describe?.() ?? []) fields.set(field, value);
  fields.set('waitingForLock', operation.isWaiting());
  if (operation.isKilled()) fields.set('killPending', true);
  return fields;
};

const idleTransactions = (store: EmbeddedStore): Document[] =>
  store.sessions
    .open()
    .filter(({ transaction }) => transaction.state === 'active' && transaction.running === 0)
    .map(({ session, transaction }) => {
      const fields: Document = new Map<string, Value>([
        ['type', 'idleSession'],
        ...(session.client ?? []),
        ['desc', 'inactive transaction'],
        ['active', false],
        ['lsid', sessionDocument(session)],
        ['transaction', transactionDocument(store, transaction)],
        ['waitingForLock', false],
        ['locks', locksOf(store, transaction)],
        [
          'waypost',
          new Map<string, Value>([
            ['held', heldBy(transaction.view.pending)],
            ...(session.comment === undefined ? [] : [['comment', session.comment] as [string, Value]]),
          ]),
        ],
      ]);
      return fields;
    });

/** How many documents of which collections a transaction has written: nobody else can change them. MongoDB does not tell. */
const heldBy = (
  pending: ReadonlyMap<number, { collection: { namespace: string }; records: ReadonlyMap<number, unknown> }>,
): Document[] =>
  [...pending.values()]
    .filter(({ records }) => records.size > 0)
    .map(
      ({ collection, records }) =>
        new Map<string, Value>([
          ['ns', collection.namespace],
          ['documents', int32(records.size)],
        ]),
    );

/** `killOp`: stops a running command at its next pause. */
export const killOp = ({ store, command }: CommandContext): Reply => {
  const id = command.get('op');
  if (!isNumber(id)) throw new StoreError(14, 'killOp needs a number as op');
  store.operations.find(toWholeNumber(id) ?? 0)?.kill();
  return new Map<string, Value>([['info', 'attempting to kill op']]);
};

/** `killSessions`: stops what runs in these sessions, and gives their transactions up. */
export const killSessions = ({ store, command, name, operation }: CommandContext): Reply => {
  const list = command.get(name);
  if (!Array.isArray(list)) throw new StoreError(14, 'killSessions needs a list of sessions');
  const ids = new Set(list.map(sessionId));
  for (const one of store.operations.list())
    if (one.id !== operation.id && one.session !== undefined && ids.has(one.session)) one.kill();
  for (const id of ids) {
    store.cursors.closeSession(id);
    store.sessions.end(id);
  }
  return new Map();
};

const sessionId = (one: Value): string => {
  const id = isDocument(one) ? one.get('id') : undefined;
  if (!(id instanceof Binary)) throw new StoreError(14, 'a session is named by its id, a UUID');
  return keyText(id.buffer.subarray(0, id.position));
};
