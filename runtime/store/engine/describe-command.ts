import type { SentCommand } from '../request/context.ts';
import { maskCommand } from '../request/mask-command.ts';
import { examinedOf, planSummaryOf } from '../request/plan-summary.ts';
import type { Session, Transaction } from '../session/sessions.ts';
import { Binary, type Document, int32, isNumber, toWholeNumber, type Value } from '../value/index.ts';
import type { CommandContext } from './context.ts';
import type { EmbeddedStore } from './store.ts';

/** MongoDB's names of what a command does; all others are `command`. */
const KINDS: Readonly<Record<string, string>> = {
  find: 'query',
  getMore: 'getmore',
  insert: 'insert',
  update: 'update',
  delete: 'remove',
};

export const kindOf = (command: string): string => KINDS[command] ?? 'command';

/** What currentOp says of a command beyond what every running operation has. */
export const describeCommand = (
  store: EmbeddedStore,
  sent: SentCommand,
  { connectionId, session }: { connectionId: number; session: Session | undefined },
): Document => {
  const fields: Document = new Map(store.clients.describe(connectionId));
  fields.set('connectionId', int32(connectionId));
  fields.set('op', kindOf(sent.name));
  fields.set('command', maskCommand(sent));
  if (sent.name === 'getMore') {
    const cursor = cursorOf(store, sent.command.get('getMore'));
    if (cursor !== undefined) fields.set('cursor', cursor);
  }
  if (session === undefined) return fields;
  fields.set('lsid', sessionDocument(session));
  const { transaction } = session;
  if (transaction !== undefined && sent.command.get('autocommit') === false) {
    fields.set('transaction', transactionDocument(store, transaction));
    fields.set('locks', locksOf(store, transaction));
  }
  return fields;
};

/** The change stream that a getMore follows. */
const cursorOf = (store: EmbeddedStore, id: Value | undefined): Document | undefined => {
  if (!isNumber(id)) return undefined;
  const number = typeof id === 'bigint' ? id : BigInt(toWholeNumber(id) ?? 0);
  const origin = store.cursors.originOf(number);
  if (origin === undefined) return undefined;
  return new Map<string, Value>([
    ['cursorId', number],
    ['tailable', true],
    ['awaitData', true],
    ['originatingCommand', origin],
  ]);
};

export const sessionDocument = ({ id }: Session): Document =>
  new Map([['id', new Binary(Buffer.from(id, 'latin1'), Binary.SUBTYPE_UUID)]]);

/** MongoDB's `transaction` of an operation or of a session that has one open. */
export const transactionDocument = (store: EmbeddedStore, transaction: Transaction): Document => {
  const { monotonic, now } = store.options;
  const age = monotonic() - transaction.startedAt;
  const idle = transaction.running > 0 ? 0 : monotonic() - transaction.lastUsed;
  const micros = (milliseconds: number): bigint => BigInt(Math.max(0, Math.round(milliseconds * 1000)));
  return new Map<string, Value>([
    [
      'parameters',
      new Map<string, Value>([
        ['txnNumber', BigInt(transaction.number)],
        ['autocommit', false],
      ]),
    ],
    ['startWallClockTime', new Date(now() - age).toISOString()],
    ['timeOpenMicros', micros(age)],
    ['timeActiveMicros', micros(age - idle)],
    ['timeInactiveMicros', micros(idle)],
  ]);
};

/** What a transaction keeps to itself: documents of some collections or, while it is being committed in slices, the turn to write. */
export const locksOf = (store: EmbeddedStore, { state, view }: Transaction): Document => {
  if (state === 'committing' && store.group.isHeld()) return new Map<string, Value>([['Global', 'W']]);
  const isWriting = [...view.pending.values()].some(({ records }) => records.size > 0);
  const mode = isWriting ? 'w' : 'r';
  return new Map<string, Value>(['Global', 'Database', 'Collection'].map((name) => [name, mode]));
};

/** A note of `system.profile`. */
export const profileEntry = (
  context: CommandContext,
  ended: { milliseconds: number; code: number | undefined },
): Document => {
  const { store, name, operation, database, command } = context;
  const target = command.get(name === 'getMore' ? 'collection' : name);
  const collection = typeof target === 'string' ? store.catalog.find(database, target) : undefined;
  const plan = planSummaryOf(context, collection);
  const examined = examinedOf(context, plan, collection);
  return new Map<string, Value>([
    ['op', kindOf(name)],
    ['ns', operation.namespace],
    ['command', maskCommand(context)],
    ...(examined === undefined ? [] : [['docsExamined', examined] as [string, Value]]),
    ...(plan === undefined ? [] : [['planSummary', plan] as [string, Value]]),
    ...(ended.code === undefined ? [] : [['errCode', int32(ended.code)] as [string, Value]]),
    ['millis', int32(ended.milliseconds)],
    ['ts', new Date(store.options.now())],
    ...[...store.clients.describe(context.connectionId)].filter(([field]) => field === 'appName'),
  ]);
};
