import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { redrawPicture, redrawSmall, sniffPicture } from './picture.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const logo = () => Bun.file(join(import.meta.dir, '../../host/shell/public/logo.png')).bytes();

function picture(width: number, height: number): Uint8Array {
  const image = new PNG({ width, height });
  image.data.fill(200);
  return new Uint8Array(PNG.sync.write(image));
}

/** A picture that no PNG makes small. */
function noise(side: number): Uint8Array {
  const image = new PNG({ width: side, height: side });
  let dice = 1;
  for (let at = 0; at < image.data.length; at += 4) {
    dice = (Math.imul(dice, 1_664_525) + 1_013_904_223) >>> 0;
    image.data.fill(dice >>> 24, at, at + 3);
    image.data[at + 3] = 255;
  }
  return new Uint8Array(PNG.sync.write(image));
}

describe('an uploaded picture', () => {
  test('comes out as pixels alone: what was hidden behind or inside of it is gone', async () => {
    const script = '<script>alert(1)</script>';
    const original = await logo();
    const polyglot = new Uint8Array([...original, ...bytes(script), ...bytes('PK\x03\x04')]);
    const drawn = await redrawPicture(polyglot, 512);
    expect(drawn).toBeDefined();
    const text = Buffer.from(drawn?.png ?? []).toString('latin1');
    expect(text).toStartWith('\x89PNG');
    expect(text).not.toContain('script');
    expect(text).not.toContain('PK\x03\x04');
    const image = PNG.sync.read(Buffer.from(drawn?.png ?? []));
    expect([image.width, image.height]).toEqual([drawn?.width ?? 0, drawn?.height ?? 0]);
  });

  test('is never larger than asked for and keeps its shape', async () => {
    expect(await redrawPicture(picture(800, 200), 512)).toMatchObject({ width: 512, height: 128 });
    expect(await redrawPicture(picture(40, 20), 512)).toMatchObject({ width: 40, height: 20 });
    expect(await redrawPicture(picture(2000, 1), 512)).toMatchObject({ width: 512, height: 1 });
  });

  test('is drawn so small that rows may show it, under a name that the same picture has again', async () => {
    const photograph = noise(1000);
    const small = await redrawSmall(photograph);
    expect(small?.png.length).toBeLessThanOrEqual(300_000);
    expect(small?.width).toBeLessThan(1000);
    expect(small?.name).toMatch(/^[0-9a-f]{32}$/);
    expect((await redrawSmall(photograph))?.name).toBe(String(small?.name));
    expect(await redrawSmall(picture(40, 20))).toMatchObject({ width: 40, height: 20 });
    expect(await redrawSmall(bytes('GIF89a'))).toBeUndefined();
  });

  test('is refused when it is none, or only begins like one', async () => {
    const original = await logo();
    for (const garbage of [
      new Uint8Array(),
      bytes('GIF89a'),
      bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      bytes('<!doctype html><script>alert(1)</script>'),
      bytes('\x89PNG\r\n\x1a\n<script>alert(1)</script>'),
      bytes('\xff\xd8\xff<?php echo 1;'),
      original.subarray(0, 60),
    ])
      expect(await redrawPicture(garbage, 512)).toBeUndefined();
    expect(sniffPicture(bytes('<svg/>'))).toBeUndefined();
  });

  test('that would unfold to fill the memory is not opened', async () => {
    // Header of a PNG of 60,000 × 60,000 pixels; its data need not even be there.
    const header = Buffer.from(picture(1, 1));
    header.writeUInt32BE(60_000, 16);
    header.writeUInt32BE(60_000, 20);
    expect(await redrawPicture(new Uint8Array(header), 512)).toBeUndefined();
  });
});
