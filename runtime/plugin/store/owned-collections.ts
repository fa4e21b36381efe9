import type { CollectionChoice } from '@waypost/sdk/platform';
import type { Connection } from 'mongoose';

export const PLUGIN_COLLECTIONS = 'plugin_collections';

export interface OwnedCollection {
  /** Name in the store. */
  _id: string;
  plugin: string;
  /** What its plugin proposes for its removal. */
  proposal: CollectionChoice;
}

/** Which plugin each collection belongs to: prefixes alone do not say, `qr` and `qr-print` both begin with `qr_`. */
export function ownedCollectionsOf(connection: Connection) {
  const owned = connection.collection<OwnedCollection>(PLUGIN_COLLECTIONS);
  return {
    of: (plugin: string): Promise<OwnedCollection[]> => owned.find({ plugin }).sort({ _id: 1 }).toArray(),
    all: (): Promise<OwnedCollection[]> => owned.find({}).sort({ _id: 1 }).toArray(),
    /** @throws TypeError when one of them belongs to another plugin */
    async claim(
      plugin: string,
      names: readonly { collection: string; onUninstall: CollectionChoice }[],
    ): Promise<void> {
      const known = new Map(
        (await owned.find({ _id: { $in: names.map(({ collection }) => collection) } }).toArray()).map(
          (one) => [one._id, one],
        ),
      );
      for (const { collection } of names) {
        const other = known.get(collection);
        if (other !== undefined && other.plugin !== plugin)
          throw new TypeError(`collection ${collection} belongs to ${other.plugin} already`);
      }
      const changed = names.filter(
        ({ collection, onUninstall }) => known.get(collection)?.proposal !== onUninstall,
      );
      if (changed.length === 0) return;
      await owned.bulkWrite(
        changed.map(({ collection, onUninstall }) => ({
          updateOne: {
            filter: { _id: collection, plugin },
            update: { $set: { proposal: onUninstall } },
            upsert: true,
          },
        })),
      );
    },
    async forget(collection: string): Promise<void> {
      await owned.deleteOne({ _id: collection });
    },
  };
}
