import type { AppError } from '@waypost/contract';
import type { PluginContext } from './context.ts';
import type { CollectionDeclaration } from './model.ts';
import { newId } from './new-id.ts';

/** How long a file waits to be worked on, seconds. */
const KEPT_SECONDS = 86_400;
/** Files of one person that are kept: more than imports that one may have going on. A further one takes the place of the oldest. */
const MOST_UPLOADS = 8;

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
  /** Bytes when they are written; read lean they come as the driver has them. */
  data: Uint8Array | { buffer: Uint8Array };
  time: Date;
}

/** Files that wait to be worked on, in the store: their pieces may reach different processes. Each is kept for a day. */
export interface Uploads {
  /**
   * Takes a piece of a file: of a new one, or the next of one that its owner has begun.
   * Errors: those that the uploads were defined with.
   */
  take(piece: {
    upload: string | undefined;
    data: Buffer;
    owner: string;
  }): Promise<{ upload: string; bytes: number }>;
  /** Errors: `unknown` for what is not there, or another one's. */
  require(id: string, owner: string): Promise<void>;
  /** The whole of a file. Errors: `unknown`. */
  read(id: string, owner: string): Promise<Uint8Array>;
  forget(id: string): Promise<void>;
}

/**
 * Files that come in pieces through a `filePieceCall`. Ask for them in `setup`, so that their collections are there.
 * @param options.name of the collection; that of the pieces is called `<name>_part`
 * @param options.megabytes most that a file may have
 * @param options.unknown the error for a file that is gone, or another one's
 * @param options.tooLarge the error for one that is longer
 */
export function defineUploads(options: {
  name: string;
  megabytes: number;
  unknown(): AppError;
  tooLarge(megabytes: number): AppError;
}): (context: Pick<PluginContext, 'clock' | 'collection' | 'random'>) => Uploads {
  const { name, megabytes, unknown, tooLarge } = options;
  const most = megabytes * 2 ** 20;
  const indexes = [{ keys: { time: 1 }, expireAfterSeconds: KEPT_SECONDS }] as const;
  const wholes: CollectionDeclaration<Upload> = {
    name,
    fields: { _id: String, owner: String, bytes: Number, parts: Number, time: Date },
    indexes: [...indexes, { keys: { owner: 1, time: -1 } }],
  };
  const pieces: CollectionDeclaration<UploadPart> = {
    name: `${name}_part`,
    fields: { _id: String, data: Buffer, time: Date },
    indexes,
  };
  return (context) => {
    const uploads = context.collection(wholes);
    const parts = context.collection(pieces);
    async function forget(id: string): Promise<void> {
      await uploads.deleteOne({ _id: id });
      await parts.deleteMany({ _id: { $gt: `${id} `, $lt: `${id}!` } });
    }
    async function begin(owner: string, time: Date): Promise<string> {
      const _id = newId(context);
      await uploads.create([{ _id, owner, bytes: 0, parts: 0, time }]);
      const over = await uploads
        .find({ owner, _id: { $ne: _id } }, { _id: 1 })
        .sort({ time: -1, _id: -1 })
        .skip(MOST_UPLOADS - 1)
        .lean();
      for (const { _id: oldest } of over) await forget(oldest);
      return _id;
    }
    return {
      async take({ upload, data, owner }) {
        const time = context.clock.date();
        const _id = upload ?? (await begin(owner, time));
        const before = await uploads
          .findOneAndUpdate(
            { _id, owner, bytes: { $lte: most - data.length } },
            { $inc: { bytes: data.length, parts: 1 } },
          )
          .lean();
        if (before === null) throw (await uploads.exists({ _id, owner })) ? tooLarge(megabytes) : unknown();
        await parts.create([{ _id: `${_id} ${before.parts}`, data, time }]);
        // Forgotten meanwhile: what has taken its pieces away has not seen this one.
        if (!(await uploads.exists({ _id }))) {
          await forget(_id);
          throw unknown();
        }
        return { upload: _id, bytes: before.bytes + data.length };
      },
      async require(id, owner) {
        if (!(await uploads.exists({ _id: id, owner, parts: { $gt: 0 } }))) throw unknown();
      },
      async read(id, owner) {
        const upload = await uploads.findOne({ _id: id, owner }).lean();
        if (upload === null) throw unknown();
        const read: Uint8Array[] = [];
        for (let number = 0; number < upload.parts; number += 1) {
          const part = await parts.findOne({ _id: `${id} ${number}` }).lean();
          if (part === null) throw unknown();
          read.push(part.data instanceof Uint8Array ? part.data : part.data.buffer);
        }
        return Buffer.concat(read);
      },
      forget,
    };
  };
}
