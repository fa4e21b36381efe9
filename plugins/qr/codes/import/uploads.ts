import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';
import { newId } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';

/** Most that a file may have. */
export const UPLOAD_MEGABYTES = 32;
const UPLOAD_BYTES = UPLOAD_MEGABYTES * 2 ** 20;
const KEPT_SECONDS = 86_400;

/** A file on its way, in the pieces that it came in. */
interface Upload {
  _id: string;
  owner: string;
  bytes: number;
  parts: number;
  time: Date;
}
interface UploadPart {
  /** `<upload> <number>` */
  _id: string;
  data: Buffer;
  time: Date;
}

const times = [{ keys: { time: 1 }, expireAfterSeconds: KEPT_SECONDS }] as const;
const UPLOADS: CollectionDeclaration = {
  name: 'link_upload',
  fields: { _id: String, owner: String, bytes: Number, parts: Number, time: Date },
  indexes: times,
};
const PARTS: CollectionDeclaration = {
  name: 'link_upload_part',
  fields: { _id: String, data: Buffer, time: Date },
  indexes: times,
};

export const uploads = (context: PluginContext) => context.collection<Upload>(UPLOADS);
export const uploadParts = (context: PluginContext) => context.collection<UploadPart>(PARTS);

/**
 * Takes a piece of a file: of a new one, or the next of one that its owner has begun. It is kept for a day.
 * Errors: `qr.upload_unknown` 422, `qr.upload_too_large` 413.
 */
export async function takePart(
  context: PluginContext,
  { upload, data, owner }: { upload: string | undefined; data: Buffer; owner: string },
): Promise<{ upload: string; bytes: number }> {
  const time = context.clock.date();
  const model = uploads(context);
  const _id = upload ?? newId(context);
  if (upload === undefined) await model.create([{ _id, owner, bytes: 0, parts: 0, time }]);
  const before = await model
    .findOneAndUpdate(
      { _id, owner, bytes: { $lte: UPLOAD_BYTES - data.length } },
      { $inc: { bytes: data.length, parts: 1 } },
    )
    .lean<Upload>();
  if (before === null) {
    if (await model.exists({ _id, owner }))
      throw qrErrors.uploadTooLarge.create({ megabytes: UPLOAD_MEGABYTES });
    throw qrErrors.uploadUnknown.create();
  }
  await uploadParts(context).create([{ _id: `${_id} ${before.parts}`, data, time }]);
  return { upload: _id, bytes: before.bytes + data.length };
}

/** Errors: `qr.upload_unknown` 422 for what is not there, or another one's. */
export async function requireUpload(context: PluginContext, id: string, owner: string): Promise<void> {
  if (!(await uploads(context).exists({ _id: id, owner, parts: { $gt: 0 } })))
    throw qrErrors.uploadUnknown.create();
}

/** The whole of a file. Errors: `qr.upload_unknown` 422. */
export async function readUpload(context: PluginContext, id: string, owner: string): Promise<Uint8Array> {
  const upload = await uploads(context).findOne({ _id: id, owner }).lean<Upload>();
  if (upload === null) throw qrErrors.uploadUnknown.create();
  const pieces: Uint8Array[] = [];
  for (let number = 0; number < upload.parts; number += 1) {
    const part = await uploadParts(context).findOne({ _id: `${id} ${number}` });
    if (part === null) throw qrErrors.uploadUnknown.create();
    pieces.push(part.data);
  }
  return Buffer.concat(pieces);
}

export async function forgetUpload(context: PluginContext, id: string): Promise<void> {
  await uploads(context).deleteOne({ _id: id });
  await uploadParts(context).deleteMany({ _id: { $gt: `${id} `, $lt: `${id}!` } });
}
