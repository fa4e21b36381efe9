import { asBuffer, ElementType, type ElementView, eachElement } from '@waypost/store/wire';
import { RefusalCode, StoreRefusal } from './refusal.ts';

/** The parts of a BSON document that decide what a command reaches; every other value is only known to be there. */
export type Value = string | bigint | boolean | Fields | Value[] | typeof OTHER;
export type Fields = Map<string, Value>;
export const OTHER = Symbol('a value that names no collection');

/** Deeper than MongoDB itself accepts (100), so that nothing good is refused. */
const DEEPEST = 200;

/**
 * Reads a document. A name that stands twice is refused: two readers could take a different one of the two, and what
 * was checked would not be what is done.
 * @param skipped fields of the outermost document that are not looked into
 * @throws StoreRefusal for what is no BSON, or nested too deep
 */
export function readFields(bytes: Uint8Array, skipped: ReadonlySet<string> = new Set(), depth = 0): Fields {
  const fields: Fields = new Map();
  eachField(bytes, depth, (name, element, document) => {
    if (fields.has(name)) throw new StoreRefusal(`the field ${name} stands twice`, RefusalCode.badValue);
    fields.set(name, skipped.has(name) ? OTHER : readValue(element, document, depth));
  });
  return fields;
}

/** Whether a field of one of these names stands anywhere in the document. */
export function hasFieldNamed(bytes: Uint8Array, names: ReadonlySet<string>, depth = 0): boolean {
  let isFound = false;
  eachField(bytes, depth, (name, element, document) => {
    if (names.has(name)) isFound = true;
    else if (element.type === ElementType.document || element.type === ElementType.array)
      isFound ||= hasFieldNamed(document.subarray(element.valueStart, element.end), names, depth + 1);
  });
  return isFound;
}

function eachField(
  bytes: Uint8Array,
  depth: number,
  visit: (name: string, element: ElementView, document: Buffer) => void,
): void {
  if (depth > DEEPEST) throw new StoreRefusal('a document is nested too deep', RefusalCode.badValue);
  const document = asBuffer(bytes);
  const isWhole = eachElement(document, (element) => {
    visit(document.toString('utf8', element.start + 1, element.nameEnd), element, document);
    return true;
  });
  if (!isWhole) throw new StoreRefusal('a document is not BSON', RefusalCode.badValue);
}

function readValue(element: ElementView, document: Buffer, depth: number): Value {
  const { type, valueStart, end } = element;
  switch (type) {
    case ElementType.string:
      if (document[end - 1] !== 0 || end - valueStart < 5)
        throw new StoreRefusal('a text is not BSON', RefusalCode.badValue);
      return document.toString('utf8', valueStart + 4, end - 1);
    case ElementType.int64:
      return document.readBigInt64LE(valueStart);
    case ElementType.int32:
      return BigInt(document.readInt32LE(valueStart));
    case ElementType.boolean:
      return document[valueStart] === 1;
    case ElementType.document:
      return readFields(document.subarray(valueStart, end), undefined, depth + 1);
    case ElementType.array:
      return [...readFields(document.subarray(valueStart, end), undefined, depth + 1).values()];
    default:
      return OTHER;
  }
}
