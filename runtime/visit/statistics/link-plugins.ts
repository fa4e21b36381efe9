import mongoose, { type ClientSession, type mongo } from 'mongoose';
import { PLUGIN_OFFSET } from '../links/compiled-link.ts';
import { visitCollections } from '../store/collections.ts';

/** Which plugin has published each of these links; those that are not there are left out. */
export async function readLinkPlugins(
  database: mongo.Db,
  linkIds: readonly string[],
  session: ClientSession,
): Promise<Map<string, string>> {
  const ids = linkIds.map((id) => new mongoose.mongo.ObjectId(id));
  const found = visitCollections(database).links.find(
    { _id: { $in: ids } },
    { session, projection: { v: 1 } },
  );
  const plugins = new Map<string, string>();
  for await (const { _id, v } of found) {
    plugins.set(_id.toHexString(), pluginIn(v));
  }
  return plugins;
}

/** Links deleted at once. */
const BATCH = 500;

/** Takes every link of a plugin that is removed off the visit path; answers how many there were. */
export async function removeLinksOf(database: mongo.Db, plugin: string): Promise<number> {
  const { links } = visitCollections(database);
  let removed = 0;
  let batch: mongo.ObjectId[] = [];
  const flush = async () => {
    if (batch.length === 0) return;
    removed += (await links.deleteMany({ _id: { $in: batch } })).deletedCount;
    batch = [];
  };
  for await (const { _id, v } of links.find({}, { projection: { v: 1 } })) {
    if (pluginIn(v) !== plugin) continue;
    batch.push(_id);
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return removed;
}

function pluginIn(compiled: mongo.Binary): string {
  const bytes = Buffer.from(compiled.buffer);
  const end = PLUGIN_OFFSET + 1 + (bytes[PLUGIN_OFFSET] ?? 0);
  return bytes.toString('latin1', PLUGIN_OFFSET + 1, end);
}
