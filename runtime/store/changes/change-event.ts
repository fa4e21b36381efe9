import type { Change } from '../storage/change-log.ts';
import { millisecondsOf, timestampOf } from '../storage/sequence.ts';
import { type Document, decodeDocument, type Value } from '../value/index.ts';
import { describeUpdate } from './difference.ts';
import { resumeToken } from './resume-token.ts';

/** The event that clients get for a change. `lookUp` reads the document as it is now, for `fullDocument: updateLookup`. */
export const changeEvent = (
  change: Change,
  lookUp: ((id: Value) => Document | null) | undefined,
): Document => {
  const { kind, sequence, database, collection } = change;
  const event: Document = new Map<string, Value>([
    ['_id', resumeToken({ sequence, isInvalidate: false })],
    ['operationType', kind],
    ['clusterTime', timestampOf(sequence)],
    ['wallTime', new Date(millisecondsOf(sequence))],
  ]);
  const after = change.after === undefined || kind === 'rename' ? undefined : decodeDocument(change.after);
  const before = change.before === undefined ? undefined : decodeDocument(change.before);
  const id = (after ?? before)?.get('_id');
  if (kind === 'insert' || kind === 'replace') event.set('fullDocument', after ?? null);
  else if (kind === 'update' && lookUp !== undefined && id !== undefined)
    event.set('fullDocument', lookUp(id));
  event.set('ns', namespaceOf(database, collection));
  if (kind === 'rename' && change.after !== undefined) event.set('to', targetOf(change.after));
  if (id !== undefined) event.set('documentKey', new Map([['_id', id]]));
  if (kind === 'update' && before !== undefined && after !== undefined) {
    event.set('updateDescription', describeUpdate(before, after));
  }
  return event;
};

/** The event that ends a stream whose collection or database is gone. */
export const invalidateEvent = (sequence: number): Document =>
  new Map<string, Value>([
    ['_id', resumeToken({ sequence, isInvalidate: true })],
    ['operationType', 'invalidate'],
    ['clusterTime', timestampOf(sequence)],
    ['wallTime', new Date(millisecondsOf(sequence))],
  ]);

const namespaceOf = (database: string, collection: string): Document => {
  const namespace: Document = new Map([['db', database]]);
  if (collection !== '') namespace.set('coll', collection);
  return namespace;
};

const targetOf = (bytes: Uint8Array): Document => {
  const name = Buffer.from(bytes).toString('utf8');
  const dot = name.indexOf('.');
  return namespaceOf(name.slice(0, dot), name.slice(dot + 1));
};
