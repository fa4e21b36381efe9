import { expect, test } from 'bun:test';
import { crc32 } from 'node:zlib';
import { createZip } from './zip.ts';

/** What an archive says it holds, read from its end as programs do, and checked against what stands there. */
function filesOf(zip: Buffer): Map<string, string> {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    expect(zip.subarray(local + 4, local + 30)).toEqual(zip.subarray(at + 6, at + 32));
    const begin = local + 30 + nameLength;
    const content = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  return files;
}

test('what is put in is found by its name, whole, in whatever letters', async () => {
  const pieces: Uint8Array[] = [];
  const zip = createZip(
    { write: async (piece) => void pieces.push(piece) },
    new Date('2026-02-03T04:05:06Z'),
  );
  const wanted = new Map([
    ['links.csv', 'a,b\r\n'],
    ['0001 短链.svg', '<svg/>'],
    ['empty', ''],
  ]);
  for (const [name, text] of wanted) await zip.add(name, Buffer.from(text));
  await zip.end();
  expect(filesOf(Buffer.concat(pieces))).toEqual(wanted);
});

test('an archive without files is one', async () => {
  const pieces: Uint8Array[] = [];
  await createZip({ write: async (piece) => void pieces.push(piece) }, new Date(0)).end();
  expect(filesOf(Buffer.concat(pieces))).toEqual(new Map());
});
