import { errors } from '@waypost/contract';
import { newId, type PluginContext, requireRow } from '@waypost/sdk';

/** An upload that nobody ends is forgotten after so long, seconds. */
const LIFETIME_SECONDS = 3_600;

/** An account has one at a time: its row is the account's, so that none of many begun at once takes room beside another. */
interface UploadDocument {
  /** Id of the account. */
  _id: string;
  upload: string;
  name: string;
  size: number;
  create_time: Date;
}
interface PartDocument {
  _id: string;
  upload: string;
  number: number;
  /** Base64, as it came. */
  data: string;
  create_time: Date;
}

/**
 * Files on their way, in the store: their parts may reach different processes, in any order and more than once.
 * @param name of the collection; that of the parts is called `<name>_part`
 */
export function createNumberedUploads(context: PluginContext, name: string) {
  const uploads = context.collection<UploadDocument>({
    name,
    onUninstall: 'drop',
    fields: { _id: String, upload: String, name: String, size: Number, create_time: Date },
    indexes: [{ keys: { create_time: 1 }, expireAfterSeconds: LIFETIME_SECONDS }],
  });
  const parts = context.collection<PartDocument>({
    name: `${name}_part`,
    onUninstall: 'drop',
    fields: { upload: String, number: Number, data: String, create_time: Date },
    indexes: [
      { keys: { upload: 1, number: 1 } },
      { keys: { create_time: 1 }, expireAfterSeconds: LIFETIME_SECONDS },
    ],
  });

  return {
    /** Begins one; an unfinished one of the same account makes room. */
    async begin(account: string, file: { name: string; size: number }): Promise<string> {
      const id = newId(context);
      const before = await uploads
        .findOneAndUpdate(
          { _id: account },
          { $set: { upload: id, ...file, create_time: context.clock.date() } },
          { upsert: true, returnDocument: 'before' },
        )
        .lean();
      if (before !== null) await parts.deleteMany({ upload: before.upload });
      return id;
    },
    /** Errors: `not_found` 404 for what is not the account's. */
    async find(id: string, account: string): Promise<{ name: string; size: number }> {
      return requireRow(uploads.findOne({ _id: account, upload: id }).lean());
    },
    /** Keeps a part. Errors: `not_found` 404 where the upload has ended meanwhile. @returns how many there are */
    async put(id: string, account: string, { number, data }: Pick<PartDocument, 'number' | 'data'>) {
      await parts.updateOne(
        { _id: `${id}#${number}` },
        { $set: { upload: id, number, data, create_time: context.clock.date() } },
        { upsert: true },
      );
      // It ended meanwhile, or another one was begun: what was taken away then was not this part yet.
      if ((await uploads.exists({ _id: account, upload: id })) === null) {
        await parts.deleteMany({ upload: id });
        throw errors.notFound.create();
      }
      return parts.countDocuments({ upload: id });
    },
    /** All parts that came, one after the other; the upload is over. Errors: `not_found` 404 for whoever comes second. */
    async take(id: string, account: string): Promise<Uint8Array> {
      // Read before it is claimed: a part that comes late may then take away whatever is left.
      const all = await parts.find({ upload: id }).sort({ number: 1 }).lean();
      const { deletedCount } = await uploads.deleteOne({ _id: account, upload: id });
      if (deletedCount === 0) throw errors.notFound.create();
      await parts.deleteMany({ upload: id });
      return new Uint8Array(Buffer.concat(all.map(({ data }) => Buffer.from(data, 'base64'))));
    },
    async forget(id: string, account: string): Promise<void> {
      await uploads.deleteOne({ _id: account, upload: id });
      await parts.deleteMany({ upload: id });
    },
  };
}
