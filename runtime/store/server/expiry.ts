import type { EmbeddedStore } from '../engine/store.ts';
import { encodeRange } from '../match/index.ts';
import type { Collection, IndexDefinition } from '../storage/collection.ts';
import { decodeDocument, getPath } from '../value/index.ts';

const PAGE_ROWS = 64;

/** Removes the documents whose TTL has passed, through their indexes, in slices. */
export const sweepExpired = async (store: EmbeddedStore): Promise<number> => {
  let removed = 0;
  for (const collection of [...store.catalog.all()]) {
    for (const index of [...collection.indexes]) {
      if (index.expireAfterSeconds === undefined || index.isBuilding) continue;
      removed += await sweepIndex(store, collection, index, index.expireAfterSeconds);
    }
  }
  return removed;
};

const sweepIndex = async (
  store: EmbeddedStore,
  collection: Collection,
  index: IndexDefinition,
  seconds: number,
): Promise<number> => {
  const field = index.fields[0];
  if (field === undefined) return 0;
  const limit = new Date(store.options.now() - seconds * 1000);
  // From the earliest date on: nothing but dates expires.
  const { from, to } = encodeRange({ upper: { value: limit, isIncluded: true } }, field.isDescending);
  const operation = store.operations.begin({
    command: 'ttl',
    namespace: collection.namespace,
    maxTimeMilliseconds: undefined,
  });
  let removed = 0;
  try {
    for (;;) {
      if (store.group.isHeld()) await operation.waitForTurn();
      if (collection.isDropped || !collection.indexes.includes(index)) return removed;
      const path = { kind: 'index' as const, index, ranges: [{ low: from, high: to }], isBackward: false };
      const page = store.view.rows(collection, path).next(PAGE_ROWS);
      for (const row of page) {
        const document = decodeDocument(row.doc);
        const dates = getPath(document, field.path).values.filter((value) => value instanceof Date);
        // An array of dates expires with its earliest one.
        if (dates.some((date) => date <= limit)) {
          store.view.remove(collection, row, () => document);
          removed += 1;
        }
      }
      if (page.length < PAGE_ROWS) return removed;
      await operation.pauseForWriting();
    }
  } finally {
    operation.end();
  }
};
