import type { Catalog } from '../storage/catalog.ts';
import type { Collection } from '../storage/collection.ts';

/**
 * What has ever been watched. Changes of watched collections are written to the file, so that a stream over them can
 * be resumed after a restart; all others are only kept in memory for a while, and cost no disk writes.
 */
export interface Watches {
  /** Begins to keep the changes of a collection, or of a whole database; the caller has opened the transaction. */
  add(database: string, collection: string | undefined, sequence: number): void;
  has(database: string, collection: string | undefined): boolean;
  /** The number after which every change is in the file; undefined: not watched. */
  since(database: string, collection: string | undefined): number | undefined;
  /** Tells about a collection that was just made. */
  created(collection: Collection): void;
  /** Reads everything again from the file, after a transaction had to be rolled back. */
  reload(): void;
}

const PREFIX = 'watch:';

/** Opens what the file says is watched. */
export const openWatches = (catalog: Catalog): Watches => {
  const known = new Map<string, number>();
  const nameOf = (database: string, collection: string | undefined): string =>
    `${database}.${collection ?? ''}`;
  const reload = (): void => {
    known.clear();
    for (const [name, value] of catalog.listMeta(PREFIX)) known.set(name.slice(PREFIX.length), Number(value));
  };
  reload();

  const since = (database: string, collection: string | undefined): number | undefined => {
    const whole = known.get(nameOf(database, undefined));
    const own = collection === undefined ? undefined : known.get(nameOf(database, collection));
    if (own === undefined || whole === undefined) return own ?? whole;
    return Math.min(own, whole);
  };
  return {
    add: (database, collection, sequence) => {
      const name = nameOf(database, collection);
      if (known.has(name)) return;
      known.set(name, sequence);
      catalog.writeMeta(`${PREFIX}${name}`, sequence);
      for (const one of catalog.list(database)) {
        const isMeant = collection === undefined || one.name === collection;
        if (isMeant && one.loggedSince === undefined) catalog.setLoggedSince(one, sequence);
      }
    },
    has: (database, collection) => since(database, collection) !== undefined,
    since,
    created: (collection) => {
      if (since(collection.database, collection.name) !== undefined) {
        catalog.setLoggedSince(collection, collection.createdAt);
      }
    },
    reload,
  };
};
