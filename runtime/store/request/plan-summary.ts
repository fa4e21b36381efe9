import { planRead } from '../plan/planner.ts';
import { sortFieldsOf } from '../plan/sort-key.ts';
import type { Collection } from '../storage/collection.ts';
import type { AccessPath } from '../storage/row-source.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, decodeDocument, int32, isDocument, type Value } from '../value/index.ts';
import type { SentCommand } from './context.ts';

/** `planSummary` as MongoDB's profiles have it: how the first documents of a command are found. Undefined: it reads none. */
export const planSummaryOf = (sent: SentCommand, collection: Collection | undefined): string | undefined => {
  const asked = readOf(sent);
  if (asked === undefined) return undefined;
  if (collection === undefined) return 'EOF';
  try {
    const { path } = planRead({
      collection,
      filter: asked.filter,
      sort: sortFieldsOf(asked.sort),
      hint: sent.command.get('hint'),
      collation: undefined,
      keepsOrder: true,
    });
    return summaryOf(path);
  } catch (error) {
    // A filter that was refused has no plan.
    if (error instanceof StoreError) return undefined;
    throw error;
  }
};

const summaryOf = (path: AccessPath): string => {
  switch (path.kind) {
    case 'table':
      return 'COLLSCAN';
    case 'ids':
      return 'IDHACK';
    case 'idRange':
      return 'IXSCAN { _id: 1 }';
    case 'index':
    case 'uniqueKeys':
      return `IXSCAN { ${path.index.fields.map((one) => `${one.path}: ${one.isDescending ? -1 : 1}`).join(', ')} }`;
    case 'union':
      return [...new Set(path.paths.map(summaryOf))].join(', ');
    case 'nothing':
      return 'EOF';
  }
};

const NOTHING: Document = new Map();
/** The field of a command, or of its first statement, that is the filter. */
const FILTERS: Readonly<Record<string, string>> = {
  find: 'filter',
  count: 'query',
  distinct: 'query',
  findAndModify: 'query',
  findandmodify: 'query',
};
const STATEMENTS: Readonly<Record<string, string>> = { update: 'updates', delete: 'deletes' };

interface Read {
  filter: Document;
  sort: Document;
}

const readOf = (sent: SentCommand): Read | undefined => {
  const { name, command } = sent;
  if (name === 'aggregate') return leadingOf(command.get('pipeline'));
  const list = STATEMENTS[name];
  if (list !== undefined) return { filter: documentOf(firstOf(sent, list)?.get('q')), sort: NOTHING };
  const field = FILTERS[name];
  if (field === undefined) return undefined;
  return { filter: documentOf(command.get(field)), sort: documentOf(command.get('sort')) };
};

/** What the first stages of a pipeline let through. */
const leadingOf = (stages: Value | undefined): Read => {
  const [first, second] = Array.isArray(stages) ? stages.map(documentOf) : [];
  const match = first?.get('$match');
  const sort = (match === undefined ? first : second)?.get('$sort');
  return { filter: documentOf(match), sort: documentOf(sort) };
};

const firstOf = ({ command, sequences }: SentCommand, list: string): Document | undefined => {
  const bytes = sequences.get(list)?.[0];
  const listed = command.get(list);
  if (bytes !== undefined) return decodeDocument(bytes);
  return Array.isArray(listed) ? documentOf(listed[0]) : undefined;
};

const documentOf = (value: Value | undefined): Document => (isDocument(value) ? value : NOTHING);

/** How many documents a command has read, where that follows from its plan: all of them. */
export const examinedOf = (
  { command }: SentCommand,
  summary: string | undefined,
  collection: Collection | undefined,
): Value | undefined =>
  summary === 'COLLSCAN' && command.get('limit') === undefined && collection?.count !== undefined
    ? int32(collection.count)
    : undefined;
