import jsQR from 'jsqr';
import { PNG } from 'pngjs';

/** How large the picture stands in the frames that are looked at, pixels; 0: as it is. */
const FRAMES = [0, 720, 512, 850, 400, 610];

/**
 * What a phone reads from a picture: like every scanner it looks at several frames, no two at the same distance. A
 * round module is read in most of them, not in each.
 */
export async function scan(png: Uint8Array): Promise<string | undefined> {
  for (const side of FRAMES) {
    const frame = side === 0 ? png : await new Bun.Image(png).resize(side, side).png().bytes();
    const { data, width, height } = PNG.sync.read(Buffer.from(frame));
    const found = jsQR(new Uint8ClampedArray(data), width, height)?.data;
    if (found !== undefined && found !== '') return found;
  }
  return undefined;
}
