import { AppError, defineError, errors } from '@waypost/contract';
import { type PluginContext, redrawPicture, redrawSmall, type Session } from '@waypost/sdk';
import { fileErrors } from '../files/errors.ts';
import type { Files, FileUse, NewFile } from '../files/files.ts';
import { THUMBNAIL_SIDE } from '../files/look-at-file.ts';
import { storedFile } from '../files/resource.ts';

const pictureUnknown = defineError({ code: 'picture_unknown', status: 422 });

/** Where the pictures of rotations and texts are kept. All of it that anybody may rely on, whatever it is kept in. */
export interface Pictures {
  /** Draws a picture anew and keeps it. Errors: `not_a_picture` 422, and what keeping a file is refused with. */
  keep(data: string, owner: string): Promise<string>;
  /** PNG in base64. Errors: `not_found` 404. */
  read(picture: string): Promise<string>;
  /** Errors: `picture_unknown` 422 at `path` for the first that is not kept. */
  require(pictures: readonly string[], path: string, session: Session): Promise<void>;
  /** From now on what is used there is not forgotten. */
  usedBy(use: FileUse): void;
}

/** Pictures of content are files like all others, named after what is seen, and forgotten once nothing shows them. */
export function createPictures(context: Pick<PluginContext, 'clock' | 'model'>, files: Files): Pictures {
  const rows = context.model(storedFile);
  const touch = (picture: string, session?: Session) =>
    rows.updateOne(
      { address: picture, state: 'kept' },
      { $set: { used_time: context.clock.date() } },
      session === undefined ? {} : { session },
    );
  return {
    async keep(data, owner) {
      const drawn = await redrawSmall(new Uint8Array(Buffer.from(data, 'base64')));
      if (drawn === undefined) {
        const message = 'system.fault.not_a_picture';
        throw fileErrors.notAPicture.create({}, { errors: [{ path: 'data', message }] });
      }
      const { png, width, height, name: address } = drawn;
      if ((await touch(address)).matchedCount === 1) return address;
      const small = await redrawPicture(png, THUMBNAIL_SIDE);
      const file: NewFile = {
        owner,
        bytes: png,
        kind: 'png',
        isKept: false,
        name: `${address.slice(0, 8)}.png`,
        picture: { width, height, thumbnail: small?.png ?? png },
      };
      try {
        return (await files.add({ ...file, address })).address;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== errors.duplicate.code) throw error;
        // Somebody has brought the same one at this moment, or a process ended while it did: then under another name.
        if ((await touch(address)).matchedCount === 1) return address;
        return (await files.add(file)).address;
      }
    },
    async read(picture) {
      const found = await files.find(picture);
      if (found === null) throw errors.notFound.create();
      return Buffer.from(await (await files.read(found)).bytes()).toString('base64');
    },
    async require(wanted, path, session) {
      for (const picture of wanted) {
        // Written, so that whoever forgets it at this moment and whoever shows it do not both succeed.
        if ((await touch(picture, session)).matchedCount === 1) continue;
        const message = 'error.picture_unknown';
        throw pictureUnknown.create({}, { errors: [{ path, message }] });
      }
    },
    usedBy: files.usedBy,
  };
}
