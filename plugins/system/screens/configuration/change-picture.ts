import { defineError } from '@waypost/contract';
import { type PluginContext, redrawPicture, type SignedRequest, sniffPicture } from '@waypost/sdk';
import { PICTURE_MAX_BYTES, type SitePictureChange } from './calls.ts';
import { pictureAddress } from './picture-address.ts';

const pictureTooLarge = defineError({ code: 'picture_too_large', status: 413, params: ['kilobytes'] });
const notAPicture = defineError({ code: 'not_a_picture', status: 422 });

/** Longest side that is kept, pixels: the logo stands at 40, the icon at 32, both on sharp screens. */
const SIDES = { logo: 512, icon: 128 } as const;
/** A drawn picture above this is loaded by every login page, bytes. */
const DRAWN_MAX_BYTES = 300_000;

/**
 * Replaces the logo or the icon by an uploaded picture, drawn anew, so that nothing of the file is kept but its pixels.
 * Errors: `picture_too_large` 413, `not_a_picture` 422.
 */
export async function changePicture(
  context: { identity: Pick<PluginContext['identity'], 'changeSitePicture'> },
  { kind, data }: SitePictureChange,
  request: SignedRequest,
): Promise<{ address: string }> {
  if (data === null) {
    await context.identity.changeSitePicture(kind, undefined, request);
    return { address: pictureAddress(kind, undefined) };
  }
  const bytes = new Uint8Array(Buffer.from(data, 'base64'));
  if (bytes.length > PICTURE_MAX_BYTES) throw tooLarge();
  const path = [{ path: 'data', message: 'error.not_a_picture' }];
  if (sniffPicture(bytes) === undefined) throw notAPicture.create({}, { errors: path });
  for (let side: number = SIDES[kind]; side >= 64; side /= 2) {
    const drawn = await redrawPicture(bytes, side);
    if (!drawn) throw notAPicture.create({}, { errors: path });
    // A photograph is large as a PNG: a smaller one will do.
    if (drawn.png.length > DRAWN_MAX_BYTES) continue;
    const kept = await context.identity.changeSitePicture(kind, drawn.png, request);
    return { address: pictureAddress(kind, kept?.hash) };
  }
  throw tooLarge();
}

function tooLarge() {
  return pictureTooLarge.create(
    { kilobytes: PICTURE_MAX_BYTES / 1024 },
    { errors: [{ path: 'data', message: 'system.fault.picture_too_large' }] },
  );
}
