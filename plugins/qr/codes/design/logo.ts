import { PNG } from 'pngjs';
import { channelsOf } from './colours.ts';

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
