import type { CommandContext } from '../engine/context.ts';
import { refusalOf } from '../engine/faults.ts';
import type { Reply } from '../request/context.ts';
import { booleanField } from '../request/fields.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, int32, isDocument, isNumber, toWholeNumber, type Value } from '../value/index.ts';

/** How far a list of write statements has come and what came of it. */
export interface BatchState {
  /** Index of the next statement. */
  next: number;
  n: number;
  modified: number;
  upserted: Value[];
  errors: Value[];
}

/**
 * Carries out `count` statements one after the other, letting others run between slices. A statement's failure is
 * noted with its index; an ordered list stops there. With a retry number, what is done is recorded together with the
 * writes themselves, so that the same command sent again goes on where it was cut off.
 */
export const runBatch = async (
  context: CommandContext,
  count: number,
  execute: (index: number, state: BatchState) => void | Promise<void>,
): Promise<BatchState> => {
  const { operation, store, transaction } = context;
  const isOrdered = booleanField(context.command, 'ordered') ?? true;
  const state = recordedState(context) ?? { next: 0, n: 0, modified: 0, upserted: [], errors: [] };
  if (transaction === undefined && store.group.isHeld()) await operation.waitForTurn();
  while (state.next < count) {
    // A transaction ends with its first failure, whatever the order.
    if (state.errors.length > 0 && (isOrdered || transaction !== undefined)) break;
    const { n, modified } = state;
    try {
      const pending = operation.within(() => execute(state.next, state));
      if (pending !== undefined) await pending;
    } catch (error) {
      // What a failed statement had done before it failed is not counted.
      Object.assign(state, { n, modified });
      noteFailure(context, state, error);
    }
    state.next += 1;
    if (state.next < count && operation.isSpent()) {
      record(context, state);
      await (transaction === undefined ? operation.pauseForWriting() : operation.pause());
    }
  }
  record(context, state);
  return state;
};

/**
 * Refusals that end the whole command: a conflict ends its transaction, time limits and kills are for all of it, and what
 * SQLite cannot store now it cannot store for the next statement either.
 */
export const isWholeFailure = ({ code }: StoreError): boolean =>
  [8, 50, 112, 246, 251, 11601, 14031].includes(code);

const noteFailure = (context: CommandContext, state: BatchState, cause: unknown): void => {
  const error = refusalOf(context.store, cause, context);
  if (isWholeFailure(error)) throw error;
  const fields: Document = new Map<string, Value>([
    ['index', int32(state.next)],
    ['code', int32(error.code)],
    ['errmsg', error.message],
  ]);
  for (const [name, value] of error.details ?? []) fields.set(name, value);
  state.errors.push(fields);
  context.store.sessions.abort(context.transaction);
};

/** `n` and `writeErrors`, as insert, update and delete answer. */
export const batchReply = (state: BatchState): Map<string, Value> => {
  const reply: Document = new Map<string, Value>([['n', int32(state.n)]]);
  if (state.errors.length > 0) reply.set('writeErrors', state.errors);
  return reply;
};

/** The refusal of a retryable write that is older than the session's newest. */
const tooOld = (number: number, newest: number): StoreError =>
  new StoreError(
    225,
    `Retryable write with txnNumber ${number} is prohibited: a newer one, ${newest}, has started`,
  );

const recordedState = ({ store, session, retryNumber }: CommandContext): BatchState | undefined => {
  if (session === undefined || retryNumber === undefined) return undefined;
  const found = store.retries.find(session.id);
  if (found === undefined || found.number < retryNumber) return undefined;
  if (found.number > retryNumber) throw tooOld(retryNumber, found.number);
  const number = (name: string): number => {
    const value = found.state.get(name);
    return isNumber(value) ? (toWholeNumber(value) ?? 0) : 0;
  };
  const list = (name: string): Value[] => {
    const value = found.state.get(name);
    return Array.isArray(value) ? [...value] : [];
  };
  return {
    next: number('next'),
    n: number('n'),
    modified: number('modified'),
    upserted: list('upserted'),
    errors: list('errors'),
  };
};

const record = ({ store, session, retryNumber }: CommandContext, state: BatchState): void => {
  if (session === undefined || retryNumber === undefined) return;
  const fields: Document = new Map<string, Value>([
    ['next', int32(state.next)],
    ['n', int32(state.n)],
    ['modified', int32(state.modified)],
    ['upserted', [...state.upserted]],
    ['errors', [...state.errors]],
  ]);
  store.retries.save(session.id, { number: retryNumber, state: fields });
};

/** The answer recorded for a single retryable write (findAndModify, commit), when it is being sent again. */
export const recordedReply = ({ store, session, retryNumber }: CommandContext): Reply | undefined => {
  if (session === undefined || retryNumber === undefined) return undefined;
  const found = store.retries.find(session.id);
  if (found === undefined || found.number < retryNumber) return undefined;
  if (found.number > retryNumber) throw tooOld(retryNumber, found.number);
  const reply = found.state.get('reply');
  return isDocument(reply) ? new Map(reply) : undefined;
};

/** Records the answer of a single retryable write. */
export const recordReply = ({ store, session, retryNumber }: CommandContext, reply: Document): void => {
  if (session === undefined || retryNumber === undefined) return;
  store.retries.save(session.id, { number: retryNumber, state: new Map([['reply', new Map(reply)]]) });
};
