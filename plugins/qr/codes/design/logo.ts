import { PNG } from 'pngjs';
import { qrErrors } from '../errors.ts';
import { channelsOf } from './colours.ts';
import { LOGO_MAX_LETTERS, LOGO_UPLOAD_MAX_BYTES } from './values.ts';

/** Pixels of a side that are tried until the PNG is small enough; a poster shows the logo at about 800. */
const SIDES = [384, 256, 192, 128, 96, 64] as const;
/** A picture of more pixels is not opened: it could fill the memory (a zip bomb of 512 KB). */
const MAX_PIXELS = 4096 * 4096;

/** The kind that the first bytes tell, whatever the file is called; undefined for anything else, SVG among it. */
export function sniffPicture(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | undefined {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  return undefined;
}

/**
 * Makes a logo of an uploaded picture: drawn anew as a small PNG, so that nothing but pixels is left of the file.
 * Takes and answers base64. Errors: `qr.logo_invalid` 422.
 */
export async function makeLogo(data: string): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length > LOGO_UPLOAD_MAX_BYTES || sniffPicture(bytes) === undefined) throw refused();
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
  const bytes = Buffer.from(data, 'base64');
  const side = SIDES[0];
  try {
    const { width, height } = await new Bun.Image(bytes).metadata();
    if (sniffPicture(bytes) !== 'png' || width > side || height > side) throw refused();
    PNG.sync.read(bytes);
  } catch (cause) {
    throw refused(cause);
  }
}

/** A logo fitted into a square of `side` pixels on the ground's colour: red, green, blue. */
export async function drawLogo(data: string, side: number, background: string): Promise<Uint8Array> {
  const bytes = Buffer.from(data, 'base64');
  const { width: from, height: tall } = await new Bun.Image(bytes).metadata();
  const factor = side / Math.max(from, tall);
  const wide = Math.min(side, Math.max(1, Math.round(from * factor)));
  const high = Math.min(side, Math.max(1, Math.round(tall * factor)));
  const image = PNG.sync.read(await new Bun.Image(bytes).resize(wide, high).png().buffer());
  const ground = channelsOf(background);
  const pixels = new Uint8Array(side * side * 3);
  const [left, top] = [Math.floor((side - wide) / 2), Math.floor((side - high) / 2)];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [x - left, y - top];
      const isLogo = column >= 0 && row >= 0 && column < image.width && row < image.height;
      const at = (row * image.width + column) * 4;
      const share = isLogo ? (image.data[at + 3] as number) / 255 : 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const ink = isLogo ? (image.data[at + channel] as number) : 0;
        pixels[(y * side + x) * 3 + channel] = Math.round(
          (ground[channel] as number) * (1 - share) + ink * share,
        );
      }
    }
  }
  return pixels;
}

function refused(cause?: unknown) {
  return qrErrors.logoInvalid.create(
    {},
    { cause, errors: [{ path: 'design.logo', message: 'qr.fault.logo_invalid' }] },
  );
}
