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
    const bytes = Buffer.from(v.buffer);
    const end = PLUGIN_OFFSET + 1 + (bytes[PLUGIN_OFFSET] ?? 0);
    plugins.set(_id.toHexString(), bytes.toString('latin1', PLUGIN_OFFSET + 1, end));
  }
  return plugins;
}
