import type { mongo } from 'mongoose';

/** By default an index waits for all members of a replica set: a start would wait for one that is away. */
export const INDEX_QUORUM = { commitQuorum: 'majority' } as const;

/** A collection as far as indexes are made in it. */
interface Indexed {
  collectionName: string;
  createIndexes(indexes: mongo.IndexDescription[], options: typeof INDEX_QUORUM): Promise<unknown>;
}

/** Indexes that are made together. */
export interface GatheredIndexes {
  /** Has one made with the others of its collection. */
  add(
    collection: Indexed,
    key: mongo.IndexDescription['key'],
    options?: Omit<mongo.IndexDescription, 'key'>,
  ): void;
  /** Makes those that are not there, with one command for each collection; idempotent. */
  make(): Promise<void>;
}

/** Gathers indexes: one command for each of them would be half of what a start asks the store. */
export function gatherIndexes(): GatheredIndexes {
  const gathered = new Map<string, { collection: Indexed; indexes: mongo.IndexDescription[] }>();
  return {
    add(collection, key, options = {}) {
      const one = gathered.get(collection.collectionName) ?? { collection, indexes: [] };
      one.indexes.push({ key, ...options });
      gathered.set(collection.collectionName, one);
    },
    async make() {
      for (const { collection, indexes } of gathered.values())
        await collection.createIndexes(indexes, INDEX_QUORUM);
    },
  };
}
