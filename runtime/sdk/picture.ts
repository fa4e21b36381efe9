import { createHash } from 'node:crypto';

/** A picture of more pixels is not opened: it could fill the memory (a bomb of a few hundred KB). */
const MAX_PIXELS = 4096 * 4096;

/** The kind that the first bytes tell, whatever the file is called; undefined for anything else, SVG among it. */
export function sniffPicture(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | undefined {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('RIFF') && text.slice(8) === 'WEBP') return 'webp';
  return undefined;
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and check sum around the data of a chunk. */
const PNG_FRAME_BYTES = 12;
/** What a still picture is drawn of (PNG, third edition, 11.2 and 11.3.1); everything else is about it, or moves it. */
const PNG_PICTURE_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/**
 * A picture's file without what is no picture. Texts and profiles of a PNG are packed: a few hundred KB of them unfold to as many
 * MB in whatever decodes the file, though nobody looks at them. JPEG and WebP have them unpacked, as large as the file.
 * @returns undefined when the bytes are no such picture, or its chunks do not follow each other
 */
export function pictureAlone(bytes: Uint8Array): Uint8Array | undefined {
  const kind = sniffPicture(bytes);
  if (kind !== 'png') return kind && bytes;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts = [file.subarray(0, PNG_SIGNATURE_BYTES)];
  for (let at = PNG_SIGNATURE_BYTES; at + PNG_FRAME_BYTES <= file.length; ) {
    const end = at + PNG_FRAME_BYTES + file.readUInt32BE(at);
    if (end > file.length) return undefined;
    const type = file.toString('latin1', at + 4, at + 8);
    if (PNG_PICTURE_CHUNKS.has(type)) parts.push(file.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return undefined;
}

export interface RedrawnPicture {
  /** A PNG with nothing of the file but its pixels: no comments, no second format behind the first. */
  png: Uint8Array;
  width: number;
  height: number;
}

/**
 * Decodes a PNG, JPEG or WebP picture and draws it anew as a PNG.
 * @param side longest side of the result, pixels; smaller pictures stay as they are
 * @returns undefined when the bytes are not such a picture, or one that is too large to be opened
 */
export async function redrawPicture(bytes: Uint8Array, side: number): Promise<RedrawnPicture | undefined> {
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

/** Longest sides that are tried, pixels, until a picture is small enough, bytes. */
const SMALLER_SIDES = [1_200, 800, 500, 300] as const;
const SMALL_BYTES = 300_000;

/**
 * Draws a PNG, JPEG or WebP picture anew as a PNG of at most 300 KB: a photograph is large as one, and a smaller one will do.
 * @returns with a name after what is seen, so that the same picture is kept once; undefined as `redrawPicture`
 */
export async function redrawSmall(
  bytes: Uint8Array,
): Promise<(RedrawnPicture & { name: string }) | undefined> {
  for (const side of SMALLER_SIDES) {
    const drawn = await redrawPicture(bytes, side);
    if (drawn === undefined) return undefined;
    if (drawn.png.length > SMALL_BYTES) continue;
    return { ...drawn, name: createHash('sha256').update(drawn.png).digest('hex').slice(0, 32) };
  }
  return undefined;
}

export interface PictureInKind extends Omit<RedrawnPicture, 'png'> {
  /** A picture of the same kind with nothing of the file but its pixels. */
  bytes: Uint8Array;
  kind: 'png' | 'jpeg' | 'webp';
}

/** How much of a photograph is kept where what looks alike may be saved as the same. */
const QUALITY = 88;

/**
 * Decodes a PNG, JPEG or WebP picture and draws it anew as what it was.
 * @param side longest side of the result, pixels; smaller pictures stay as they are
 * @returns undefined when the bytes are not such a picture, or one that is too large to be opened
 */
export async function redrawInKind(bytes: Uint8Array, side: number): Promise<PictureInKind | undefined> {
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
