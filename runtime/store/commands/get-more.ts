import type { CommandContext } from '../engine/context.ts';
import type { Reply } from '../request/context.ts';
import { numberField } from '../request/fields.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, isNumber, toWholeNumber, type Value } from '../value/index.ts';
import { BATCH_BYTES, encodeBatch } from './cursor-reply.ts';

/** How long a change stream waits for something to come when the client does not say (MongoDB's default). */
const AWAIT_MILLISECONDS = 1000;

/** `getMore`: a cursor's next batch. */
export const getMore = async (context: CommandContext): Promise<Reply> => {
  const { command, store, operation } = context;
  const id = cursorId(command.get('getMore'));
  const cursor = store.cursors.use(id);
  const namespace = `${context.database}.${String(command.get('collection'))}`;
  if (cursor.namespace !== namespace) {
    throw new StoreError(
      13,
      `Requested getMore on namespace '${namespace}', but cursor belongs to a different namespace ${cursor.namespace}`,
    );
  }
  if (cursor.session !== undefined && cursor.session !== context.session?.id) {
    throw new StoreError(13, `Cannot run getMore on cursor ${id}, which was created in another session`);
  }
  cursor.isBusy = true;
  operation.awaits = cursor.stream.isEndless === true;
  try {
    const batch = await cursor.stream.nextBatch(
      {
        count: numberField(command, 'batchSize') || undefined,
        bytes: BATCH_BYTES,
        awaitMilliseconds: cursor.stream.isEndless
          ? (numberField(command, 'maxTimeMS') ?? AWAIT_MILLISECONDS)
          : undefined,
      },
      operation,
    );
    if (!store.cursors.isOpen(id)) throw new StoreError(237, `cursor id ${id} was killed`);
    if (batch.isDone) store.cursors.close(id);
    return encodeBatch('nextBatch', batch, batch.isDone ? 0n : id, namespace);
  } catch (error) {
    store.cursors.close(id);
    throw error;
  } finally {
    cursor.isBusy = false;
    cursor.lastUsed = store.options.monotonic();
  }
};

/** `killCursors`: closes cursors. */
export const killCursors = ({ command, store }: CommandContext): Reply => {
  const given = command.get('cursors');
  const ids = Array.isArray(given) ? given.map(cursorId) : [];
  const killed: Value[] = [];
  const notFound: Value[] = [];
  for (const id of ids) (store.cursors.close(id) ? killed : notFound).push(id);
  const reply: Document = new Map<string, Value>([
    ['cursorsKilled', killed],
    ['cursorsNotFound', notFound],
    ['cursorsAlive', []],
    ['cursorsUnknown', []],
  ]);
  return reply;
};

const cursorId = (value: Value | undefined): bigint => {
  if (typeof value === 'bigint') return value;
  if (isNumber(value)) return BigInt(toWholeNumber(value) ?? 0);
  throw new StoreError(14, "BSON field 'getMore' is the wrong type, expected type 'long'");
};
