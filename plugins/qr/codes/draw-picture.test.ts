import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import type { PictureStyle } from '../screens/qr_code_list/calls.ts';
import { ERROR_LEVELS } from './design/values.ts';
import { drawPicture } from './draw-picture.ts';

async function decode(address: string, style: PictureStyle): Promise<string | undefined> {
  const { data } = await drawPicture(address, { ...style, format: 'png' });
  const image = PNG.sync.read(Buffer.from(data, 'base64'));
  return jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data;
}

const address = 'http://127.0.0.1:6009/aB3xY9z?s=Zm9vYmFyYmF6cXV4';

describe('the picture of a code', () => {
  test('a phone reads the address from the PNG at every error level and size', async () => {
    for (const error_level of ERROR_LEVELS) {
      for (const size of [200, 333, 512]) expect(await decode(address, { error_level, size })).toBe(address);
    }
  });

  test('any path and query survives the picture', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webUrl({ withQueryParameters: true, size: 'small' }), async (url) => {
        expect(await decode(url, { size: 400 })).toBe(url);
      }),
      { numRuns: 15 },
    );
  });

  test('the PNG has the size that was asked for and its quiet zone is white', async () => {
    const { media_type, data } = await drawPicture(address, { format: 'png', size: 500, quiet_zone: 4 });
    const image = PNG.sync.read(Buffer.from(data, 'base64'));
    expect([media_type, image.width, image.height]).toEqual(['image/png', 500, 500]);
    const module = 500 / (33 + 8);
    for (const at of [0, Math.floor(module * 3.5)]) {
      expect(image.data[(at * 500 + at) * 4]).toBe(255);
    }
    const corner = Math.ceil(module * 4.5);
    expect(image.data[(corner * 500 + corner) * 4]).toBe(0);
  });

  test('a size below one pixel a module still gives a readable grid', async () => {
    const { data } = await drawPicture(address, {
      format: 'png',
      size: 64,
      error_level: 'H',
      quiet_zone: 16,
    });
    expect(PNG.sync.read(Buffer.from(data, 'base64')).width).toBeGreaterThan(64);
  });

  test('the SVG draws the same modules as the PNG', async () => {
    const svg = (await drawPicture(address, { format: 'svg', size: 300, quiet_zone: 2 })).data;
    const side = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
    const png = PNG.sync.read(
      Buffer.from((await drawPicture(address, { format: 'png', size: side, quiet_zone: 2 })).data, 'base64'),
    );
    const grid = new Uint8Array(side * side).fill(255);
    for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H/g)) {
      grid.fill(0, Number(y) * side + Number(x), Number(y) * side + Number(x) + Number(run));
    }
    expect(grid).toEqual(Uint8Array.from({ length: side * side }, (_, at) => png.data[at * 4] ?? 0));
    expect(svg).not.toContain('script');
  });

  test('the largest picture is drawn whole', async () => {
    const { data } = await drawPicture(address, { format: 'png', size: 4096 });
    const image = PNG.sync.read(Buffer.from(data, 'base64'));
    expect([image.width, image.height]).toEqual([4096, 4096]);
  });
});
