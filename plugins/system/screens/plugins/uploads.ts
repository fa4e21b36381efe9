import { errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { ARCHIVE_LIMIT_BYTES, PART_BYTES } from './calls.ts';

/** An upload that nobody ends is forgotten after so long, seconds. */
const LIFETIME_SECONDS = 3_600;
const ID_BYTES = 12;

interface UploadDocument {
  _id: string;
  account: string;
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

/** Archives on their way, in the store: their parts may reach different processes. */
export function createUploads(context: PluginContext) {
  const uploads = context.collection<UploadDocument>({
    name: 'plugin_upload',
    fields: { account: String, size: Number, create_time: Date },
    indexes: [{ keys: { create_time: 1 }, expireAfterSeconds: LIFETIME_SECONDS }],
  });
  const parts = context.collection<PartDocument>({
    name: 'plugin_upload_part',
    fields: { upload: String, number: Number, data: String, create_time: Date },
    indexes: [
      { keys: { upload: 1, number: 1 } },
      { keys: { create_time: 1 }, expireAfterSeconds: LIFETIME_SECONDS },
    ],
  });

  async function own(id: string, account: string): Promise<UploadDocument> {
    const upload = await uploads.findOne({ _id: id, account }).lean<UploadDocument>();
    if (upload === null) throw errors.notFound.create();
    return upload;
  }
  async function forget(id: string): Promise<void> {
    await uploads.deleteOne({ _id: id });
    await parts.deleteMany({ upload: id });
  }

  return {
    async begin(account: string, size: number): Promise<string> {
      // One at a time: an unfinished one of the same account makes room.
      for (const { _id } of await uploads.find({ account }).lean<UploadDocument[]>()) await forget(_id);
      const id = Buffer.from(context.random.bytes(ID_BYTES)).toString('hex');
      await uploads.create({ _id: id, account, size, create_time: context.clock.date() });
      return id;
    },
    async part(id: string, account: string, number: number, data: string): Promise<number> {
      const { size } = await own(id, account);
      if (number * PART_BYTES >= size) throw errors.tooLarge.create({ limit: size });
      await parts.updateOne(
        { _id: `${id}#${number}` },
        { $set: { upload: id, number, data, create_time: context.clock.date() } },
        { upsert: true },
      );
      return parts.countDocuments({ upload: id });
    },
    /** The whole archive; the upload is over, whatever comes of it. Errors: 422 at `upload` when parts are missing. */
    async end(id: string, account: string): Promise<Uint8Array> {
      const { size } = await own(id, account);
      const received = await parts.find({ upload: id }).sort({ number: 1 }).lean<PartDocument[]>();
      await forget(id);
      const bytes = Buffer.concat(received.map(({ data }) => Buffer.from(data, 'base64')));
      if (bytes.byteLength !== size || bytes.byteLength > ARCHIVE_LIMIT_BYTES)
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'upload', message: 'error.system.upload_incomplete' }] },
        );
      return new Uint8Array(bytes);
    },
    async cancel(id: string, account: string): Promise<void> {
      await own(id, account);
      await forget(id);
    },
  };
}
