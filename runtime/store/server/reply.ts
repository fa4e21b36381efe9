import type { Reply } from '../request/context.ts';
import { timestampBits } from '../storage/sequence.ts';
import type { StoreError } from '../value/errors.ts';
import { type Document, encodeDocument, int32, type Value } from '../value/index.ts';
import { createDocumentWriter } from '../wire/bytes.ts';

/** The fields every answer ends with; the two timestamps are written into it each time. */
const TAIL = (() => {
  const writer = createDocumentWriter();
  writer.timestamp('operationTime', 0n);
  writer.openDocument('$clusterTime');
  writer.timestamp('clusterTime', 0n);
  writer.openDocument('signature');
  writer.element(0x05, 'hash');
  writer.raw(Buffer.concat([Buffer.from([20, 0, 0, 0, 0]), Buffer.alloc(20)]));
  writer.int64('keyId', 0n);
  writer.close();
  writer.close();
  return Buffer.from(writer.finish().subarray(4));
})();
const OPERATION_TIME_AT = 1 + 'operationTime'.length + 1;
const CLUSTER_TIME_AT =
  OPERATION_TIME_AT + 8 + 1 + '$clusterTime'.length + 1 + 4 + 1 + 'clusterTime'.length + 1;

/** Completes an answer with `operationTime` and `$clusterTime`. `sequence`: number of the newest write it tells of. */
export const encodeReply = (reply: Reply, sequence: number): Uint8Array[] => {
  if (reply instanceof Map && !reply.has('ok')) reply.set('ok', 1);
  const body = reply instanceof Map ? encodeDocument(reply) : reply;
  const tail = Buffer.from(TAIL);
  const bits = timestampBits(sequence);
  tail.writeBigUInt64LE(bits, OPERATION_TIME_AT);
  tail.writeBigUInt64LE(bits, CLUSTER_TIME_AT);
  const open = Buffer.from(body.buffer, body.byteOffset, body.byteLength - 1);
  open.writeInt32LE(body.byteLength - 1 + tail.length, 0);
  return [open, tail];
};

/** The answer that tells of a refused command. */
export const encodeFailure = (error: StoreError, sequence: number): Uint8Array[] => {
  const fields: Document = new Map<string, Value>([
    ['ok', 0],
    ['errmsg', error.message],
    ['code', int32(error.code)],
    ['codeName', error.codeName],
  ]);
  if (error.labels.length > 0) fields.set('errorLabels', error.labels);
  for (const [name, value] of error.details ?? []) fields.set(name, value);
  return encodeReply(fields, sequence);
};
