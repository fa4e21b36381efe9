import type { ResultOf } from '@waypost/contract';
import {
  type CollectionDeclaration,
  type PluginContext,
  pictureService,
  type SignedRequest,
} from '@waypost/sdk';
import { poolItemResource } from '../pools/item-resource.ts';
import type { targetPictureCall } from '../screens/qr_code_list/calls.ts';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { qrErrors } from './errors.ts';

/** A picture that an account had kept for targets. */
interface AccountPicture {
  /** `<account> <picture>`: the same picture again counts once. */
  _id: string;
  owner: string;
  picture: string;
  bytes: number;
  time: Date;
}

const COLLECTION: CollectionDeclaration<AccountPicture> = {
  name: 'account_picture',
  onUninstall: 'drop',
  fields: { _id: String, owner: String, picture: String, bytes: Number, time: Date },
  indexes: [{ keys: { owner: 1, time: 1 } }],
};
/** Until a picture that no code shows is forgotten: so long does it count. */
const DAY_MS = 86_400_000;
const MEGABYTE = 2 ** 20;

export const keptPictures = (context: PluginContext) => context.collection(COLLECTION);

/**
 * Keeps a picture for targets and counts it for the account that sent it.
 * Errors: `qr.picture_quota` 409 where the account has as many as it may; `visit_picture_unusable` 422, and those of
 * `KeptPictures.check`.
 */
export async function keepPicture(
  context: PluginContext,
  { data, readSettings }: { data: string; readSettings: ReadSettings },
  { caller }: SignedRequest,
): Promise<ResultOf<typeof targetPictureCall>> {
  const owner = caller.id;
  const { pictures_per_account: pictures, picture_megabytes: megabytes } = await readSettings();
  const isFull = async () => {
    const { count, bytes } = await usedBy(context, owner);
    return count >= pictures || bytes >= megabytes * MEGABYTE;
  };
  if (await isFull()) {
    await forgetUnused(context, owner);
    if (await isFull()) throw qrErrors.pictureQuota.create({ pictures, megabytes });
  }
  await pictureService(context).check(data);
  const { bytes, ...kept } = await context.visits.keepPicture(data);
  const { picture } = kept;
  await keptPictures(context).updateOne(
    { _id: `${owner} ${picture}` },
    { $set: { owner, picture, bytes, time: context.clock.date() } },
    { upsert: true },
  );
  return kept;
}

async function usedBy(context: PluginContext, owner: string): Promise<{ count: number; bytes: number }> {
  const [used] = await keptPictures(context).aggregate<{ count: number; bytes: number }>([
    { $match: { owner } },
    { $group: { _id: null, count: { $sum: 1 }, bytes: { $sum: '$bytes' } } },
  ]);
  return used ?? { count: 0, bytes: 0 };
}

/** What none of the account's codes and pools has shown for a day is not in the store any more, or counts for whose codes show it. */
async function forgetUnused(context: PluginContext, owner: string): Promise<void> {
  const model = keptPictures(context);
  const old = await model
    .find({ owner, time: { $lt: new Date(context.clock.now() - DAY_MS) } }, { picture: 1 })
    .lean();
  if (old.length === 0) return;
  const codes = await context
    .model(codeResource)
    .find({ owner, 'targets.picture': { $in: old.map(({ picture }) => picture) } }, { targets: 1 })
    .lean();
  const items = await context
    .model(poolItemResource)
    .find({ owner, 'target.picture': { $in: old.map(({ picture }) => picture) } }, { target: 1 })
    .lean();
  const shown = new Set([
    ...codes.flatMap(({ targets }) => targets.map(({ picture }) => picture)),
    ...items.map(({ target }) => target.picture),
  ]);
  const gone = old.filter(({ picture }) => !shown.has(picture)).map(({ _id }) => _id);
  await model.deleteMany({ _id: { $in: gone } });
}
