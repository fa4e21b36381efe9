import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';
import type { Raster } from './rasterize.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** https://www.w3.org/TR/png-3/#11IHDR */
const COLOUR_TYPE = { grey: 0, rgb: 2 } as const;
const pack = promisify(deflate);

/** Rows of pixels with the filter byte "none" in front of each. */
function rowsOf({ size, pixels }: Raster): Uint8Array {
  const stride = size * 3;
  const rows = new Uint8Array((stride + 1) * size);
  for (let y = 0; y < size; y += 1)
    rows.set(pixels.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  return rows;
}

/** A true-colour PNG; packed on another thread, because a poster has 50 MB of pixels. */
export async function encodePng(raster: Raster): Promise<Uint8Array> {
  const header = headerOf(raster.size, 8, COLOUR_TYPE.rgb);
  return joinPng(header, await pack(rowsOf(raster), { level: 4 }));
}

/** A black-and-white PNG of rows that are packed bits already, each with its filter byte. */
export function encodeBits(size: number, rows: Uint8Array): Uint8Array {
  return joinPng(headerOf(size, 1, COLOUR_TYPE.grey), deflateSync(rows));
}

function headerOf(size: number, depth: number, colourType: number): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size);
  view.setUint32(4, size);
  header.set([depth, colourType, 0, 0, 0], 8);
  return header;
}

function joinPng(header: Uint8Array, data: Uint8Array): Uint8Array {
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
