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
  if (sniffPicture(bytes) === undefined) return undefined;
  try {
    const found = await new Bun.Image(bytes).metadata();
    const { width: from, height: tall } = found;
    if (from < 1 || tall < 1 || from * tall > MAX_PIXELS) return undefined;
    const factor = Math.min(1, side / Math.max(from, tall));
    const width = Math.max(1, Math.round(from * factor));
    const height = Math.max(1, Math.round(tall * factor));
    const png = await new Bun.Image(bytes).resize(width, height).png().bytes();
    return { png, width, height };
  } catch {
    // Damaged behind its first bytes: as little a picture as any other file.
    return undefined;
  }
}
