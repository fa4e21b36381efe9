import type { PluginCollection } from '@waypost/sdk/platform';
import type { StoreAccess } from '../../storage/index.ts';
import type { OwnedCollection } from '../store/owned-collections.ts';

/** Above this many documents a count is the store's estimate. */
const EXACT_UP_TO = 100_000;

/** What there is in a plugin's collections; those that the store does not have are left out. */
export async function countCollections(
  store: StoreAccess,
  owned: readonly OwnedCollection[],
): Promise<PluginCollection[]> {
  const existing = new Set(
    (await store.database.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const counted: PluginCollection[] = [];
  for (const { _id: name, proposal } of owned) {
    if (!existing.has(name)) continue;
    const collection = store.database.collection(name);
    const estimate = await collection.estimatedDocumentCount();
    const count = estimate > EXACT_UP_TO ? estimate : await collection.countDocuments();
    counted.push({ name, count, proposal });
  }
  return counted;
}
