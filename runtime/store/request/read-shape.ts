import { planRead } from '../plan/planner.ts';
import { sortFieldsOf } from '../plan/sort-key.ts';
import {
  type Document,
  decodeDocument,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import type { ReadContext, SentCommand } from './context.ts';
import { findCollection } from './fields.ts';

/** Row numbers below this: the whole collection is read within a slice or two. */
const SMALL = 5000;
/** More documents than this, read without an end, belong on a thread of their own. */
const MANY = 1000;

/** Names of fields and operators of a command, without their values: what takes long once takes long again. */
export const shapeOf = (sent: SentCommand): string => {
  const { name, command, database } = sent;
  let shape = `${name} ${database}.${String(command.get(name))}`;
  for (const part of ['filter', 'query', 'sort', 'pipeline', 'key', 'update']) {
    const value = command.get(part);
    if (value !== undefined) shape += ` ${part}${outline(value, 0)}`;
  }
  for (const statement of firstStatement(sent)) shape += ` ${outline(statement, 0)}`;
  return shape;
};

/** Lists of a write command. Documents to be inserted have only names of fields to tell, and are left out. */
const STATEMENTS = ['updates', 'deletes', 'ops', 'indexes'];

const firstStatement = ({ command, sequences }: SentCommand): Value[] =>
  STATEMENTS.flatMap((name) => {
    const bytes = sequences.get(name)?.[0];
    const listed = command.get(name);
    if (bytes === undefined) return Array.isArray(listed) ? listed.slice(0, 1) : [];
    try {
      return [decodeDocument(bytes)];
    } catch {
      // Broken bytes have no shape; the command was refused for them.
      return [];
    }
  });

const DEEPEST = 6;

const outline = (value: Value, depth: number): string => {
  if (depth > DEEPEST) return '';
  if (Array.isArray(value)) {
    const first = value.slice(0, 8).map((element) => outline(element, depth + 1));
    return `[${first.join()}]`;
  }
  if (!isDocument(value)) return '';
  return `{${[...value].map(([field, inner]) => `${field}${outline(inner, depth + 1)}`).join()}}`;
};

/** Whether a command reads a large collection from end to end, so that trying it here first would be in vain. */
export const isLargeRead = (context: ReadContext): boolean => {
  const { command, name } = context;
  if (name === 'aggregate') return false;
  const collection = findCollection(context);
  if (collection === undefined || collection.nextRid < SMALL) return false;
  const limit = command.get('limit');
  const most = isNumber(limit) ? Math.abs(toWholeNumber(limit) ?? 0) : 0;
  // A few are soon found, as a rule; if not, the first slice will tell.
  if (most > 0 && most <= MANY) return false;
  const filter = command.get(name === 'find' ? 'filter' : 'query');
  const isWhole = filter === undefined || (isDocument(filter) && filter.size === 0);
  if (name === 'count' && isWhole) return false;
  const sort = command.get('sort');
  const plan = planRead({
    collection,
    filter: isDocument(filter) ? filter : (new Map() as Document),
    sort: isDocument(sort) ? sortFieldsOf(sort) : [],
    hint: command.get('hint'),
    collation: undefined,
    keepsOrder: true,
  });
  return plan.path.kind === 'table';
};
