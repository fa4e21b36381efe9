import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { pictureAlone, redrawInKind, redrawPicture, redrawSmall, sniffPicture } from './index.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const logo = () => Bun.file(join(import.meta.dir, '../../../host/shell/public/logo.png')).bytes();

function picture(width: number, height: number): Uint8Array {
  const image = new PNG({ width, height });
  image.data.fill(200);
  return new Uint8Array(PNG.sync.write(image));
}

/** A picture with one more chunk behind its header. */
function withChunk(type: string, data: Uint8Array): Uint8Array {
  const png = Buffer.from(picture(64, 48));
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  // Signature and IHDR have 33 bytes.
  return new Uint8Array(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]));
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

  test('whose texts and profiles would unfold to fill the memory loses them before it is opened', async () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000), { level: 9 });
    const plain = await redrawPicture(picture(64, 48), 512);
    for (const [type, head] of [
      ['zTXt', 'Comment\0\0'],
      ['iTXt', 'Comment\0\x01\0\0\0'],
      ['iCCP', 'profile\0\0'],
    ] as const) {
      const file = withChunk(type, Buffer.concat([Buffer.from(head, 'latin1'), bomb]));
      expect(pictureAlone(file)?.length).toBeLessThan(2_000);
      expect(await redrawPicture(file, 512)).toEqual(plain);
      expect(await redrawInKind(file, 512)).toMatchObject({ kind: 'png', width: 64, height: 48 });
    }
  });

  test('whose chunks end behind its file, or never, is refused', () => {
    const file = picture(64, 48);
    expect(pictureAlone(file.subarray(0, file.length - 12))).toBeUndefined();
    expect(pictureAlone(withChunk('IDAT', new Uint8Array(4)).subarray(0, 40))).toBeUndefined();
    const long = Buffer.from(file);
    long.writeUInt32BE(0xffffffff, 33);
    expect(pictureAlone(new Uint8Array(long))).toBeUndefined();
  });
});
