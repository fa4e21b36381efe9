import { type Document, decodeDocument, isDocument, isNumber, type Value } from '../value/index.ts';
import type { SentCommand } from './context.ts';

/** What stands in the place of a value, as in MongoDB's redacted logs (`redactClientLogData`). */
const MASKED = '###';
const DEEPEST = 6;
const MOST_ELEMENTS = 8;
const MOST_FIELDS = 50;
const LONGEST_COMMENT = 200;
/** They name sessions and the state of the cluster, and tell nothing of what is done. */
const LEFT_OUT = new Set(['lsid', '$clusterTime', '$readPreference', 'readConcern', 'writeConcern']);
/** Lists of statements, which come as sections of their own or in the body: the first tells what kind they are. */
const STATEMENTS = ['updates', 'deletes', 'ops'];

/**
 * A command with the names of its fields and operators and none of their values, as currentOp and profiles show it: nobody's
 * data, and small whatever was sent. Kept are what it works on, its own numbers and switches (`limit: 20`) and its comment, which is
 * there to be read by operators.
 */
export const maskCommand = ({
  name,
  command,
  database,
  sequences,
}: Omit<SentCommand, 'sequences'> & Partial<Pick<SentCommand, 'sequences'>>): Document => {
  const masked: Document = new Map();
  for (const [field, value] of command) {
    if (LEFT_OUT.has(field) || field === 'documents') continue;
    masked.set(field, field === name || field === 'collection' ? named(value) : optionOf(field, value));
  }
  for (const field of STATEMENTS) {
    const bytes = sequences?.get(field)?.[0];
    if (bytes !== undefined) masked.set(field, [statementOf(bytes)]);
  }
  masked.set('$db', database);
  return masked;
};

const named = (value: Value): Value => (typeof value === 'string' ? value : isNumber(value) ? value : MASKED);

const optionOf = (field: string, value: Value): Value => {
  if (field === 'comment') return typeof value === 'string' ? value.slice(0, LONGEST_COMMENT) : MASKED;
  if (typeof value === 'boolean' || (isNumber(value) && typeof value !== 'bigint')) return value;
  return withoutValues(value, 0);
};

const withoutValues = (value: Value, depth: number): Value => {
  if (Array.isArray(value)) {
    if (depth >= DEEPEST) return [];
    return value.slice(0, MOST_ELEMENTS).map((element) => withoutValues(element, depth + 1));
  }
  if (!isDocument(value)) return MASKED;
  if (depth >= DEEPEST) return new Map();
  const fields = [...value].slice(0, MOST_FIELDS);
  return new Map(fields.map(([field, inner]) => [field, withoutValues(inner, depth + 1)]));
};

const statementOf = (bytes: Uint8Array): Value => {
  try {
    return withoutValues(decodeDocument(bytes), 0);
  } catch {
    // Broken bytes have nothing to tell; the command was refused for them.
    return MASKED;
  }
};
