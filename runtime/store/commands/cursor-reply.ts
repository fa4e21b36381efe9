import type { ReadContext } from '../request/context.ts';
import { documentField, numberField } from '../request/fields.ts';
import { checkKnownFields } from '../request/known-fields.ts';
import { maskCommand } from '../request/mask-command.ts';
import { type Document, encodeDocument } from '../value/index.ts';
import { createDocumentWriter } from '../wire/bytes.ts';
import type { Batch, DocumentStream } from '../work/cursors.ts';

/** Documents of a first batch when the client names no number (MongoDB's default). */
export const FIRST_BATCH = 101;
/** Bytes of documents after which a batch is closed. MongoDB fills 16 MiB; less lets others in sooner. */
export const BATCH_BYTES = 4 * 1024 * 1024;

/** Answers with a stream's first batch, and keeps a cursor open when more may follow. */
export const openCursor = async (
  context: ReadContext,
  input: { namespace: string; stream: DocumentStream; batchSize: number | undefined; isSingleBatch: boolean },
): Promise<Uint8Array> => {
  const { stream, namespace } = input;
  const isChangeStream = stream.isEndless === true;
  const limits = {
    count: input.batchSize ?? FIRST_BATCH,
    bytes: BATCH_BYTES,
    awaitMilliseconds: isChangeStream ? 0 : undefined,
  };
  const batch = await stream.nextBatch(limits, context.operation);
  let id = 0n;
  if (batch.isDone || input.isSingleBatch) stream.close();
  else {
    const isTimeoutDisabled = context.command.get('noCursorTimeout') === true;
    const session = context.session?.id;
    const transaction = context.transaction?.number;
    const origin = isChangeStream ? maskCommand(context) : undefined;
    id = context.store.cursors.open({
      namespace,
      stream,
      session,
      transaction,
      isTimeoutDisabled,
      origin,
    }).id;
  }
  return encodeBatch('firstBatch', batch, id, namespace, context.readAt);
};

/** The encoded answer that carries a batch; documents are copied in as they are. `readAt`: the state that a snapshot read goes on with. */
export const encodeBatch = (
  field: 'firstBatch' | 'nextBatch',
  batch: Batch,
  id: bigint,
  namespace: string,
  readAt?: bigint,
): Uint8Array => {
  let size = 256 + namespace.length * 3;
  for (const document of batch.documents) size += document.length + 10;
  const writer = createDocumentWriter(size);
  writer.openDocument('cursor');
  writer.openArray(field);
  let at = 0;
  for (const document of batch.documents) {
    writer.document(String(at), document);
    at += 1;
  }
  writer.close();
  if (batch.resumeToken !== undefined) writer.document('postBatchResumeToken', batch.resumeToken);
  writer.int64('id', id);
  writer.string('ns', namespace);
  if (readAt !== undefined) writer.timestamp('atClusterTime', readAt);
  writer.close();
  writer.double('ok', 1);
  return writer.finish();
};

/** `cursor: { batchSize }` of aggregate and its kin. */
export const cursorBatchSize = (context: ReadContext): number | undefined => {
  const cursor: Document | undefined = documentField(context.command, context.name, 'cursor');
  if (cursor === undefined) return undefined;
  checkKnownFields(cursor, 'cursor');
  return numberField(cursor, 'batchSize');
};

/** A cursor over a few documents that are there already, as listCollections, listIndexes and bulkWrite answer. */
export const openListCursor = (
  context: ReadContext,
  namespace: string,
  documents: readonly Document[],
): Promise<Uint8Array> =>
  openCursor(context, {
    namespace,
    stream: listStream(documents),
    batchSize: cursorBatchSize(context) ?? documents.length,
    isSingleBatch: false,
  });

/** A stream of documents that are there already. */
export const listStream = (documents: readonly Document[]): DocumentStream => {
  let at = 0;
  return {
    nextBatch: async ({ count = documents.length, bytes }) => {
      const batch: Uint8Array[] = [];
      let size = 0;
      while (at < documents.length && batch.length < count && size < bytes) {
        const encoded = encodeDocument(documents[at++] as Document);
        batch.push(encoded);
        size += encoded.length;
      }
      return { documents: batch, isDone: at >= documents.length };
    },
    close: () => undefined,
  };
};
