import { compileTransform } from '../aggregate/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  type Document,
  isDocument,
  isIdentical,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { compileArrayFilters } from './array-filters.ts';
import { checkDollarChanges, checkDollarNames } from './dollar-names.ts';
import { checkIdKept, keepId, withIdFirst } from './identity.ts';
import type { ApplyState } from './operation.ts';
import { applyOperations, compileOperators } from './operators.ts';

/** What an update is compiled with. */
export interface UpdateOptions {
  arrayFilters?: Document[] | undefined;
  /** The time for `$currentDate` and `$$NOW`. */
  now?: (() => Date) | undefined;
  collation?: Collation | undefined;
  /** Variables of the command (`let`), for pipeline updates. */
  variables?: ReadonlyMap<string, Value> | undefined;
}

/** What one application is told beside the document. */
export interface ApplyOptions {
  /** The index that matcher.match gave, for the positional operator. */
  arrayIndex?: number | undefined;
  /** The document is new (an upsert), so `$setOnInsert` takes part and `_id` may be set. */
  isInsert?: boolean | undefined;
}

export interface UpdateResult {
  document: Document;
  isChanged: boolean;
  /** Dotted paths that changed, with array indexes; `*` when the whole document was replaced. */
  touchedPaths: string[];
}

/** A compiled update; apply never changes its input, but shares unchanged parts with it. */
export interface Update {
  kind: 'operators' | 'replacement' | 'pipeline';
  /** Whether the positional operator `$` is used, so that matcher.match must be asked for the index. */
  needsArrayIndex: boolean;
  apply: (document: Document, options?: ApplyOptions) => UpdateResult;
}

/**
 * Compiles an update document, replacement or pipeline.
 * StoreError when malformed (9, 2, 40, 52, 56), and from apply (2, 14, 28, 66, …), with MongoDB's codes.
 */
export const compileUpdate = (update: Value, options: UpdateOptions = {}): Update => {
  if (Array.isArray(update)) return pipelineUpdate(update, options);
  if (!isDocument(update)) {
    throw new StoreError(
      9,
      `Update argument must be either an object or an array, found ${typeNameOf(update)}`,
    );
  }
  const first = update.keys().next().value;
  return first?.startsWith('$') === true
    ? operatorUpdate(update, options)
    : replacementUpdate(update, options);
};

const operatorUpdate = (update: Document, options: UpdateOptions): Update => {
  const filters = compileArrayFilters(options.arrayFilters ?? [], options.collation);
  const operations = compileOperators(update, filters, options.collation);
  const dollarOperations = operations.filter(({ parts }) => parts[0]?.startsWith('$') === true);
  const now = options.now ?? (() => new Date());
  return {
    kind: 'operators',
    needsArrayIndex: operations.some(({ parts }) => parts.includes('$')),
    apply: (document, { arrayIndex, isInsert = false } = {}) => {
      const state: ApplyState = {
        root: document,
        arrayIndex,
        isInsert,
        now: now(),
        owned: new Set(),
        touched: [],
        trail: [],
      };
      applyOperations(operations, filters, state);
      if (state.root === document) return { document, isChanged: false, touchedPaths: [] };
      if (!isInsert) checkDollarChanges(dollarOperations, document, state.root);
      if (!isInsert || document.has('_id')) checkIdKept(document, state.root);
      return { document: idFirst(state.root, isInsert), isChanged: true, touchedPaths: state.touched };
    },
  };
};

const idFirst = (document: Document, isInsert: boolean): Document => {
  const id = isInsert ? document.get('_id') : undefined;
  return id === undefined ? document : withIdFirst(document, id);
};

const replacementUpdate = (content: Document, { arrayFilters }: UpdateOptions): Update => {
  if (arrayFilters !== undefined && arrayFilters.length > 0) {
    throw new StoreError(9, 'Cannot specify arrayFilters and a replacement-style update');
  }
  return {
    kind: 'replacement',
    needsArrayIndex: false,
    apply: (document, { isInsert = false } = {}) => {
      if (!isInsert) checkDollarNames(content);
      return replaced(document, content);
    },
  };
};

const replaced = (before: Document, content: Document): UpdateResult => {
  const document = keepId(before, content);
  if (isIdentical(before, document)) return { document: before, isChanged: false, touchedPaths: [] };
  return { document, isChanged: true, touchedPaths: ['*'] };
};

const pipelineUpdate = (stages: Value[], options: UpdateOptions): Update => {
  if (options.arrayFilters !== undefined && options.arrayFilters.length > 0) {
    throw new StoreError(9, 'arrayFilters may not be specified for pipeline-style updates');
  }
  const transform = compileTransform(stages, {
    collation: options.collation,
    variables: options.variables,
    now: options.now?.(),
  });
  return {
    kind: 'pipeline',
    needsArrayIndex: false,
    apply: (document) => replaced(document, transform(document)),
  };
};
