import type { CommandContext, CommandDefinition } from '../engine/context.ts';
import { describeCommand, profileEntry } from '../engine/describe-command.ts';
import { refusalOf } from '../engine/faults.ts';
import type { EmbeddedStore } from '../engine/store.ts';
import type { Reply } from '../request/context.ts';
import { booleanField, numberField } from '../request/fields.ts';
import { checkApiFields, checkKnownFields } from '../request/known-fields.ts';
import { shapeOf } from '../request/read-shape.ts';
import type { Session, Transaction } from '../session/sessions.ts';
import { keyText } from '../storage/index-keys.ts';
import { timestampBits } from '../storage/sequence.ts';
import { StoreError } from '../value/errors.ts';
import {
  Binary,
  type Document,
  decodeCommand,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import type { WireMessage } from '../wire/message.ts';
import { checkConcerns, pastAsked } from './concerns.ts';
import { encodeFailure, encodeReply } from './reply.ts';

/** Carries out one message and calls `send` with the parts of the answer's BSON document. */
export type Dispatch = (
  message: WireMessage,
  connectionId: number,
  send: (body: Uint8Array[]) => void,
) => void;

/** Makes the function that carries out messages with the given commands. */
export const createDispatch = (
  store: EmbeddedStore,
  commands: ReadonlyMap<string, CommandDefinition>,
): Dispatch => {
  const respond = (
    reply: Reply,
    definition: CommandDefinition,
    context: CommandContext,
    send: (body: Uint8Array[]) => void,
  ): void => {
    const answer = (error?: StoreError): void => {
      const number = store.committed();
      send(error === undefined ? encodeReply(reply, number) : encodeFailure(error, number));
    };
    if (!definition.usesData) answer();
    else if (store.group.isHeld() && definition.isReadOnly(context)) store.group.whenCommittedDurable(answer);
    else store.group.whenDurable(answer);
  };

  const note = (context: CommandContext, code?: number): void =>
    store.profiler.ended(context.operation, context.database, (milliseconds) =>
      profileEntry(context, { milliseconds, code }),
    );

  const carryOut: Dispatch = (message, connectionId, send) => {
    let context: CommandContext | undefined;
    let ran: (() => void) | undefined;
    const fail = (error: unknown): void => {
      ran?.();
      ran = undefined;
      const known = refusalOf(store, error, context);
      if (context !== undefined) {
        afterFailure(store, context, known);
        context.operation.end();
        const failed = context;
        store.slowOperations.ended(failed.operation, () => shapeOf(failed), known.code);
        note(failed, known.code);
      }
      send(encodeFailure(known, store.sequence.last()));
    };
    try {
      const begun = beginCommand(store, commands, message, connectionId);
      context = begun.context;
      const { definition } = begun;
      const current = begun.context;
      store.options.sent?.(current, store.clients.describe(connectionId));
      checkKnownFields(current.command, current.name);
      if (current.transaction !== undefined) ran = store.sessions.runs(current.transaction);
      const done = (reply: Reply): void => {
        ran?.();
        ran = undefined;
        current.operation.end();
        store.slowOperations.ended(current.operation, () => shapeOf(current));
        note(current);
        respond(reply, definition, current, send);
      };
      if (definition.usesData && isOfTheNewest(current) && definition.isReadOnly(current)) {
        store.group.beginReading();
      }
      const earlier = begun.context.session?.retrying;
      const run = (): Reply | Promise<Reply> =>
        isOfTheNewest(current) && definition.isMovable?.(current) === true
          ? store.readers.run(current, message.body, () =>
              current.operation.within(() => definition.run(current)),
            )
          : current.operation.within(() => definition.run(current));
      const reply = earlier === undefined ? run() : earlier.then(run);
      if (reply instanceof Promise) {
        trackRetry(current, reply);
        reply.then(done).catch(fail);
      } else done(reply);
    } catch (error) {
      fail(error);
    }
  };
  return (message, connectionId, send) => {
    const room = store.room();
    if (room === undefined || !beginsTransaction(message)) carryOut(message, connectionId, send);
    else void room.then(() => carryOut(message, connectionId, send));
  };
};

/** It reads what is committed now, not a state that is kept for it. */
const isOfTheNewest = ({ transaction, readAt }: CommandContext): boolean =>
  transaction === undefined && readAt === undefined;

/** `startTransaction: true` as it stands in BSON. */
const BEGINS = Buffer.from('\bstartTransaction\0\x01', 'latin1');
/** It may also be part of somebody's data: that waits once without need. */
const beginsTransaction = ({ body }: WireMessage): boolean =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(BEGINS);

/** A write that is sent again while its first sending still runs waits for that one. */
const trackRetry = ({ session, retryNumber }: CommandContext, reply: Promise<Reply>): void => {
  if (session === undefined || retryNumber === undefined) return;
  const settled = reply.then(
    () => undefined,
    () => undefined,
  );
  session.retrying = settled;
  void settled.then(() => {
    if (session.retrying === settled) session.retrying = undefined;
  });
};

/** Commands and their lists of documents, which come as a section of the message or in its body. */
const DOCUMENT_LISTS: ReadonlyMap<string, string> = new Map([
  ['insert', 'documents'],
  ['update', 'updates'],
  ['delete', 'deletes'],
  ['bulkWrite', 'ops'],
]);

/** Drivers send these from time to time on connections of their own, where nobody waits for the answer. */
const GREETINGS: ReadonlySet<string> = new Set(['hello', 'ismaster', 'isMaster']);

const beginCommand = (
  store: EmbeddedStore,
  commands: ReadonlyMap<string, CommandDefinition>,
  message: WireMessage,
  connectionId: number,
): { context: CommandContext; definition: CommandDefinition } => {
  const { command: body, list } = decodeCommand(message.body, DOCUMENT_LISTS);
  const command = commandOf(body);
  const [name] = command.keys();
  if (name === undefined) throw new StoreError(59, 'no command was sent');
  if (!GREETINGS.has(name)) store.speakers.spoke(connectionId);
  const definition = commands.get(name);
  if (definition === undefined) throw new StoreError(59, `no such command: '${name}'`);
  const given = command.get('$db') ?? message.queryNamespace.split('.')[0];
  if (typeof given !== 'string' || given === '')
    throw new StoreError(40414, 'OP_MSG requests require a $db argument');
  const session = sessionOf(store, command);
  const number = numberOf(command.get('txnNumber'));
  const isInTransaction = booleanField(command, 'autocommit') === false;
  if (command.has('apiVersion') || command.has('apiStrict') || command.has('apiDeprecationErrors'))
    checkApiFields(command);
  const isFirst = booleanField(command, 'startTransaction') === true;
  const newest = (): bigint => timestampBits(store.sequence.last());
  checkConcerns(command, { name, isInTransaction, isFirst, newest });
  const asked = isInTransaction ? undefined : pastAsked(command);
  const past = asked && store.pasts.at(asked.at);
  const target = command.get(name === 'getMore' ? 'collection' : name);
  const sent = {
    name,
    command,
    database: given,
    sequences:
      list === undefined ? message.sequences : new Map([[list.name, list.documents], ...message.sequences]),
  };
  const operation = store.operations.begin({
    command: name,
    namespace: typeof target === 'string' ? `${given}.${target}` : given,
    // On getMore it is how long a change stream may wait.
    maxTimeMilliseconds: name === 'getMore' ? undefined : numberField(command, 'maxTimeMS') || undefined,
    session: session?.id,
    describe: () => describeCommand(store, sent, { connectionId, session }),
  });
  const context: CommandContext = {
    store,
    ...sent,
    operation,
    session,
    connectionId,
    view: past?.view ?? store.view,
    readAt: past && timestampBits(past.sequence),
    transaction: undefined,
    retryNumber: isInTransaction ? undefined : number,
  };
  if (!isInTransaction || session === undefined || number === undefined) return { context, definition };
  try {
    if (!definition.isAllowedInTransaction) {
      throw new StoreError(263, `Cannot run '${name}' in a multi-document transaction.`);
    }
    const transaction = transactionOf(store, session, command, number);
    if (transaction !== undefined) {
      context.transaction = transaction;
      session.client = store.clients.describe(connectionId);
      session.connection = connectionId;
      const comment = command.get('comment');
      session.comment = typeof comment === 'string' ? comment : undefined;
      context.view = transaction.view;
    }
  } catch (error) {
    operation.end();
    throw error;
  }
  return { context, definition };
};

/** OP_QUERY may wrap its command in `$query`. */
const commandOf = (body: Document): Document => {
  const inner = body.get('$query') ?? body.get('query');
  const [first] = body.keys();
  return (first === '$query' || first === 'query') && isDocument(inner) ? inner : body;
};

const sessionOf = (store: EmbeddedStore, command: Document): Session | undefined => {
  const lsid = command.get('lsid');
  if (!isDocument(lsid)) return undefined;
  const id = lsid.get('id');
  if (!(id instanceof Binary)) throw new StoreError(9, 'lsid.id must be a UUID');
  return store.sessions.use(keyText(id.buffer.subarray(0, id.position)));
};

const numberOf = (value: Value | undefined): number | undefined =>
  isNumber(value) ? toWholeNumber(value) : undefined;

const transactionOf = (
  store: EmbeddedStore,
  session: Session,
  command: Document,
  number: number,
): Transaction | undefined => {
  if (booleanField(command, 'startTransaction') === true) return store.sessions.start(session, number);
  // These two look at the session themselves: they may be sent again after the transaction has ended.
  if (command.has('commitTransaction') || command.has('abortTransaction')) return undefined;
  return store.sessions.active(session, number);
};

/** Any failure within a transaction ends it, as in MongoDB. */
const afterFailure = (store: EmbeddedStore, context: CommandContext, error: StoreError): void => {
  if (context.transaction === undefined || context.session === undefined) return;
  if (error.code === 112 || error.code === 246) {
    if (!error.labels.includes('TransientTransactionError')) error.labels.push('TransientTransactionError');
  }
  // Not the session's: that may have gone on to the next one meanwhile.
  store.sessions.abort(context.transaction);
};
