import { errors } from '@waypost/contract';
import { type KeptPictures, redrawSmall } from '@waypost/sdk';

/** What a plugin that needs `KEPT_PICTURES` is given in its tests: pictures in memory, without limits, none ever forgotten. */
export function givenPictures(): { version: string; service: KeptPictures } {
  const kept = new Map<string, string>();
  const bytesOf = (data: string) => new Uint8Array(Buffer.from(data, 'base64'));
  const service: KeptPictures = {
    check: async (data) => bytesOf(data),
    async keep(data, _owner, sides) {
      const drawn = await redrawSmall(bytesOf(data), sides === undefined ? {} : { sides });
      if (drawn === undefined) throw errors.invalidInput.create();
      kept.set(drawn.name, Buffer.from(drawn.png).toString('base64'));
      return drawn.name;
    },
    adopt: async (picture, png) => void kept.set(picture, Buffer.from(png).toString('base64')),
    async read(picture) {
      const found = kept.get(picture);
      if (found === undefined) throw errors.notFound.create();
      return found;
    },
    async require(pictures, path) {
      if (pictures.some((picture) => !kept.has(picture)))
        throw errors.invalidInput.create({}, { errors: [{ path, message: 'error.picture_unknown' }] });
    },
  };
  return { version: '1.0.0', service };
}
