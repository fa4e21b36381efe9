import type { Collection } from 'mongoose';
import type { AuditDocument, SettingDocument } from '../collections.ts';

/** Ids with commas between them, as entries about several rows at once have them. */
const JOINED = /^[0-9a-f]{24}(?:,[0-9a-f]{24})+$/;
const DONE_ID = 'audit-joined-targets';

/** The targets of an entry that names several, for the index by which each is found. */
export function joinedTargets(target: string | null): { targets: string[] } | Record<never, never> {
  return target !== null && JOINED.test(target) ? { targets: target.split(',') } : {};
}

/** Once for each installation: entries from before there was the index. Their chain stays as it is. */
export async function findJoinedTargets(
  collection: Collection<AuditDocument>,
  settings: Collection<SettingDocument>,
): Promise<void> {
  if ((await settings.findOne({ _id: DONE_ID })) !== null) return;
  const joined = collection.find({ target: { $regex: JOINED.source } }, { projection: { target: 1 } });
  for await (const { _id, target } of joined)
    await collection.updateOne({ _id }, { $set: joinedTargets(target) });
  await settings.updateOne({ _id: DONE_ID }, { $set: { value: true } }, { upsert: true });
}
