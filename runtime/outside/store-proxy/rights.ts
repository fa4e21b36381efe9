import { collectionPrefix } from '@waypost/contract';
import type { CollectionRights } from './check-pipeline.ts';

const NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,119}$/;
const READ = 'collections:read:';

/**
 * What a plugin may do with which collection: its own begin with its id, granted ones can be read.
 * @param isForeign whether a collection that begins like the plugin's belongs to another one (`shop` and `shop-extra`)
 */
export function createRights(options: {
  plugin: string;
  database: string;
  granted: ReadonlySet<string>;
  isForeign(collection: string): boolean;
}): CollectionRights {
  const prefix = collectionPrefix(options.plugin);
  const readable = new Set(
    [...options.granted].filter((grant) => grant.startsWith(READ)).map((grant) => grant.slice(READ.length)),
  );
  const isOwn = (name: string) => name.startsWith(prefix) && NAME.test(name) && !options.isForeign(name);
  return {
    database: options.database,
    canWrite: isOwn,
    canRead: (name) => isOwn(name) || readable.has(name),
  };
}
