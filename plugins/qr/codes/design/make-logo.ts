import { pictureAlone, redrawSmall, sniffPicture } from '@waypost/sdk';
import { PNG } from 'pngjs';
import { qrErrors } from '../errors.ts';
import { LOGO_MAX_LETTERS } from './values.ts';

/** Pixels of a side that are tried until the PNG is small enough; a poster shows the logo at about 800. */
const SIDES = [384, 256, 192, 128, 96, 64] as const;

/**
 * Makes a logo of an uploaded picture: drawn anew as a small PNG, so that nothing but pixels is left of the file.
 * Answers base64. Errors: `qr.logo_invalid` 422.
 */
export async function makeLogo(bytes: Uint8Array): Promise<string> {
  const drawn = await redrawSmall(bytes, { sides: SIDES, most: (LOGO_MAX_LETTERS * 3) / 4 });
  if (drawn === undefined) throw refused();
  return Buffer.from(drawn.png).toString('base64');
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
