import { pictureAlone, sniffPicture } from './kinds.ts';

/** A picture of more pixels is not opened: it could fill the memory (a bomb of a few hundred KB). */
const MAX_PIXELS = 4096 * 4096;

export interface RedrawnPicture {
  /** A PNG with nothing of the file but its pixels: no comments, no second format behind the first. */
  png: Uint8Array;
  width: number;
  height: number;
}

/** As `redrawPicture`, in this process. */
async function drawAsPng(bytes: Uint8Array, side: number): Promise<RedrawnPicture | undefined> {
  const alone = pictureAlone(bytes);
  const size = alone && (await sizeWithin(alone, side));
  if (alone === undefined || size === undefined) return undefined;
  try {
    const png = await new Bun.Image(alone).resize(size.width, size.height).png().bytes();
    return { png, ...size };
  } catch {
    // Damaged behind its first bytes: as little a picture as any other file.
    return undefined;
  }
}

export interface PictureInKind extends Omit<RedrawnPicture, 'png'> {
  /** A picture of the same kind with nothing of the file but its pixels. */
  bytes: Uint8Array;
  kind: 'png' | 'jpeg' | 'webp';
}

/** How much of a photograph is kept where what looks alike may be saved as the same. */
const QUALITY = 88;

/** As `redrawInKind`, in this process. */
async function drawInKind(bytes: Uint8Array, side: number): Promise<PictureInKind | undefined> {
  const kind = sniffPicture(bytes);
  const alone = pictureAlone(bytes);
  const size = alone && (await sizeWithin(alone, side));
  if (kind === undefined || alone === undefined || size === undefined) return undefined;
  const { width, height } = size;
  try {
    const drawn = new Bun.Image(alone).resize(width, height);
    const encoded = {
      png: () => drawn.png(),
      jpeg: () => drawn.jpeg({ quality: QUALITY }),
      webp: () => drawn.webp({ quality: QUALITY }),
    }[kind]();
    return { bytes: await encoded.bytes(), kind, width, height };
  } catch {
    return undefined;
  }
}

/** What a picture measures once its longest side is `side`; undefined: it cannot be opened, or is too large for it. */
async function sizeWithin(
  bytes: Uint8Array,
  side: number,
): Promise<{ width: number; height: number } | undefined> {
  try {
    const { width: wide, height: tall } = await new Bun.Image(bytes).metadata();
    if (wide < 1 || tall < 1 || wide * tall > MAX_PIXELS) return undefined;
    const factor = Math.min(1, side / Math.max(wide, tall));
    return {
      width: Math.max(1, Math.round(wide * factor)),
      height: Math.max(1, Math.round(tall * factor)),
    };
  } catch {
    return undefined;
  }
}

/** What the process of pictures is asked for. */
export const DRAWINGS = { png: drawAsPng, kind: drawInKind };
export type Drawing = keyof typeof DRAWINGS;
export type Drawn<D extends Drawing> = Awaited<ReturnType<(typeof DRAWINGS)[D]>>;

export interface AskedDrawing {
  drawing: Drawing;
  bytes: Uint8Array;
  /** Pixels. */
  side: number;
}
