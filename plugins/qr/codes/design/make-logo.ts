import { pictureAlone, sniffPicture } from '@waypost/sdk';
import { PNG } from 'pngjs';
import { qrErrors } from '../errors.ts';
import { LOGO_MAX_LETTERS, LOGO_UPLOAD_MAX_BYTES } from './values.ts';

/** Pixels of a side that are tried until the PNG is small enough; a poster shows the logo at about 800. */
const SIDES = [384, 256, 192, 128, 96, 64] as const;
/** A picture of more pixels is not opened: it could fill the memory (a zip bomb of 512 KB). */
const MAX_PIXELS = 4096 * 4096;

/**
 * Makes a logo of an uploaded picture: drawn anew as a small PNG, so that nothing but pixels is left of the file.
 * Takes and answers base64. Errors: `qr.logo_invalid` 422.
 */
export async function makeLogo(data: string): Promise<string> {
  const file = Buffer.from(data, 'base64');
  const bytes = file.length > LOGO_UPLOAD_MAX_BYTES ? undefined : pictureAlone(file);
  if (bytes === undefined) throw refused();
  try {
    const { width, height } = await new Bun.Image(bytes).metadata();
    if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw refused();
    for (const side of SIDES) {
      const factor = Math.min(1, side / Math.max(width, height));
      const size = [width, height].map((length) => Math.max(1, Math.round(length * factor)));
      const png = await new Bun.Image(bytes)
        .resize(size[0] as number, size[1])
        .png()
        .toBase64();
      if (png.length <= LOGO_MAX_LETTERS) return png;
    }
  } catch (cause) {
    throw refused(cause);
  }
  throw refused();
}

/** Throws `qr.logo_invalid` when a stored logo is not a small PNG that can be opened. */
export async function requireLogo(data: string): Promise<void> {
  const file = Buffer.from(data, 'base64');
  const side = SIDES[0];
  try {
    const bytes = pictureAlone(file);
    if (bytes === undefined || sniffPicture(bytes) !== 'png') throw refused();
    const { width, height } = await new Bun.Image(bytes).metadata();
    if (width > side || height > side) throw refused();
    PNG.sync.read(Buffer.from(bytes));
  } catch (cause) {
    throw refused(cause);
  }
}

function refused(cause?: unknown) {
  return qrErrors.logoInvalid.create(
    {},
    { cause, errors: [{ path: 'design.logo', message: 'qr.fault.logo_invalid' }] },
  );
}
