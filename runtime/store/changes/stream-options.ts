import { StoreError } from '../value/errors.ts';
import { type Document, isDocument, Timestamp, type Value } from '../value/index.ts';

const RESUMING = ['resumeAfter', 'startAfter', 'startAtOperationTime'] as const;
/** MongoDB's, and not carried out: more events or more in them, and streams of the whole cluster. */
const REFUSED = [
  'showExpandedEvents',
  'showMigrationEvents',
  'showSystemEvents',
  'showRawUpdateDescription',
  'showCommitTimestamp',
  'matchCollectionUUIDForUpdateLookup',
  'allChangesForCluster',
] as const;
const FULL = ['default', 'updateLookup', 'whenAvailable', 'required'];
const BEFORE = ['off', 'whenAvailable', 'required'];
const KNOWN = new Set<string>([...RESUMING, ...REFUSED, 'fullDocument', 'fullDocumentBeforeChange']);

const wrongType = (name: string, type: string): StoreError =>
  new StoreError(14, `BSON field '$changeStream.${name}' is the wrong type, expected type '${type}'`);

/**
 * Checks the document of a `$changeStream` stage.
 * @throws StoreError 2, 14, 40415, 40674, 50808 for malformed ones, 115 for options that are not carried out.
 */
export const checkOptions = (given: Value): Document => {
  if (!isDocument(given)) throw new StoreError(50808, '$changeStream stage expects a document as argument');
  for (const name of given.keys()) {
    if (!KNOWN.has(name))
      throw new StoreError(40415, `BSON field '$changeStream.${name}' is an unknown field.`);
  }
  for (const name of REFUSED) {
    const value = given.get(name) ?? false;
    if (typeof value !== 'boolean') throw wrongType(name, 'bool');
    if (value)
      throw new StoreError(115, `$changeStream option '${name}' is not supported by the embedded store`);
  }
  checkImages(given);
  checkResuming(given);
  return given;
};

const checkImages = (given: Document): void => {
  const full = given.get('fullDocument') ?? 'default';
  const before = given.get('fullDocumentBeforeChange') ?? 'off';
  for (const [name, value, known] of [
    ['fullDocument', full, FULL],
    ['fullDocumentBeforeChange', before, BEFORE],
  ] as const) {
    if (typeof value !== 'string') throw wrongType(name, 'string');
    if (!known.includes(value)) {
      throw new StoreError(
        2,
        `Enumeration value '${value}' for field '$changeStream.${name}' is not a valid value.`,
      );
    }
  }
  if ((full !== 'default' && full !== 'updateLookup') || before !== 'off')
    throw new StoreError(115, 'pre-images and post-images are not supported by the embedded store');
};

const checkResuming = (given: Document): void => {
  if (RESUMING.filter((name) => given.has(name)).length > 1)
    throw new StoreError(40674, 'Only one type of resume option is allowed, but multiple were found.');
  for (const name of ['resumeAfter', 'startAfter'] as const) {
    const token = given.get(name);
    if (token !== undefined && !isDocument(token)) throw wrongType(name, 'object');
  }
  const time = given.get('startAtOperationTime');
  if (time !== undefined && !(time instanceof Timestamp))
    throw wrongType('startAtOperationTime', 'timestamp');
};
