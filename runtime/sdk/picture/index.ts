import { createHash } from 'node:crypto';
import { createPictureProcess } from './apart.ts';
import type { PictureInKind, RedrawnPicture } from './draw.ts';

export type { PictureInKind, RedrawnPicture } from './draw.ts';
export { pictureAlone, sniffPicture } from './kinds.ts';

const apart = createPictureProcess();

/**
 * Decodes a PNG, JPEG or WebP picture and draws it anew as a PNG, in a process of its own that may run out of memory alone.
 * @param side longest side of the result, pixels; smaller pictures stay as they are
 * @returns undefined when the bytes are not such a picture, or one that is too large to be opened
 */
export const redrawPicture = (bytes: Uint8Array, side: number): Promise<RedrawnPicture | undefined> =>
  apart.draw('png', bytes, side);

/**
 * Decodes a PNG, JPEG or WebP picture and draws it anew as what it was, as `redrawPicture` does.
 * @param side longest side of the result, pixels; smaller pictures stay as they are
 * @returns undefined when the bytes are not such a picture, or one that is too large to be opened
 */
export const redrawInKind = (bytes: Uint8Array, side: number): Promise<PictureInKind | undefined> =>
  apart.draw('kind', bytes, side);

/** Longest sides that are tried, pixels, until a picture is small enough, bytes. */
const SMALLER_SIDES = [1_200, 800, 500, 300] as const;
const SMALL_BYTES = 300_000;

/**
 * Draws a PNG, JPEG or WebP picture anew as a small PNG: a photograph is large as one, and a smaller one will do.
 * @param limits.sides longest sides that are tried, pixels
 * @param limits.most bytes of the result
 * @returns with a name after what is seen, so that the same picture is kept once; undefined as `redrawPicture`
 */
export async function redrawSmall(
  bytes: Uint8Array,
  { sides = SMALLER_SIDES, most = SMALL_BYTES }: { sides?: readonly number[]; most?: number } = {},
): Promise<(RedrawnPicture & { name: string }) | undefined> {
  for (const side of sides) {
    const drawn = await redrawPicture(bytes, side);
    if (drawn === undefined) return undefined;
    if (drawn.png.length > most) continue;
    return { ...drawn, name: createHash('sha256').update(drawn.png).digest('hex').slice(0, 32) };
  }
  return undefined;
}
