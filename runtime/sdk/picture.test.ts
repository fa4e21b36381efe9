import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { redrawPicture, sniffPicture } from './picture.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const logo = () => Bun.file(join(import.meta.dir, '../../host/shell/public/logo.png')).bytes();

function picture(width: number, height: number): Uint8Array {
  const image = new PNG({ width, height });
  image.data.fill(200);
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
