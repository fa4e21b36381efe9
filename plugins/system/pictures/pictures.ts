import { AppError, defineError, errors } from '@waypost/contract';
import {
  type KeptPictures,
  type PluginContext,
  redrawPicture,
  redrawSmall,
  type Session,
  sniffPicture,
} from '@waypost/sdk';
import { fileErrors } from '../files/errors.ts';
import { type Files, type FileUse, type NewFile, NOBODY } from '../files/files.ts';
import { requireSize, THUMBNAIL_SIDE } from '../files/look-at-file.ts';
import { storedFile } from '../files/resource.ts';
import type { ReadFileLimits } from '../files/routes.ts';

const pictureUnknown = defineError({ code: 'picture_unknown', status: 422 });

/** Where the pictures of content are kept. All of it that anybody may rely on, whatever it is kept in. */
export interface Pictures extends KeptPictures {
  /** From now on what is used there is not forgotten. */
  usedBy(use: FileUse): void;
}

/**
 * Pictures of content are files like all others, named after what is seen, and forgotten once nothing shows them.
 * @param options.plugin another plugin that shows them
 */
export function createPictures(
  context: Pick<PluginContext, 'clock' | 'model'>,
  { files, limits, plugin }: { files: Files; limits: ReadFileLimits; plugin?: string },
): Pictures {
  const rows = context.model(storedFile);
  const touch = (picture: string, session?: Session) =>
    rows.updateOne(
      { address: picture, state: 'kept' },
      {
        $set: { used_time: context.clock.date() },
        ...(plugin === undefined ? {} : { $addToSet: { kept_for: plugin } }),
      },
      session === undefined ? {} : { session },
    );
  const isKept = async (picture: string) => (await touch(picture)).matchedCount === 1;

  async function fileOf(address: string, png: Uint8Array, owner: string): Promise<NewFile> {
    const small = await redrawPicture(png, THUMBNAIL_SIDE);
    const { width, height } = await new Bun.Image(png).metadata();
    return {
      owner,
      bytes: png,
      kind: 'png',
      isKept: false,
      name: `${address.slice(0, 8)}.png`,
      picture: { width, height, thumbnail: small?.png ?? png },
      ...(plugin === undefined ? {} : { keptFor: plugin }),
    };
  }
  async function check(data: string): Promise<Uint8Array> {
    const bytes = new Uint8Array(Buffer.from(data, 'base64'));
    const rules = await limits();
    requireSize(bytes.length, rules);
    const kind = sniffPicture(bytes);
    if (kind !== undefined && !rules.file_types.includes(kind)) throw fileErrors.kindOff.create({ kind });
    return bytes;
  }
  return {
    check,
    async keep(data, owner, sides) {
      const drawn = await redrawSmall(await check(data), sides === undefined ? {} : { sides });
      if (drawn === undefined) throw notAPicture();
      if (await isKept(drawn.name)) return drawn.name;
      const file = await fileOf(drawn.name, drawn.png, owner);
      try {
        return (await files.add({ ...file, address: drawn.name })).address;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== errors.duplicate.code) throw error;
        // Somebody has brought the same one at this moment, or a process ended while it did: then under another name.
        if (await isKept(drawn.name)) return drawn.name;
        return (await files.add(file)).address;
      }
    },
    async adopt(picture, png) {
      if (await isKept(picture)) return;
      // A process ended while it brought this one.
      const half = await rows.findOne({ address: picture, state: 'writing' }).lean();
      if (half !== null) await files.forget(half);
      await files.add({ ...(await fileOf(picture, png, NOBODY)), address: picture });
    },
    async read(picture) {
      const found = await files.find(picture);
      if (found === null) throw errors.notFound.create();
      return Buffer.from(await (await files.read(found)).bytes()).toString('base64');
    },
    async require(wanted, path, session) {
      for (const picture of new Set(wanted)) {
        // Written, so that whoever forgets it at this moment and whoever shows it do not both succeed.
        if ((await touch(picture, session)).matchedCount === 1) continue;
        const message = 'error.picture_unknown';
        throw pictureUnknown.create({}, { errors: [{ path, message }] });
      }
    },
    usedBy: files.usedBy,
  };
}

function notAPicture(): AppError {
  return fileErrors.notAPicture.create({}, { errors: [{ path: 'data', message: 'error.not_a_picture' }] });
}
