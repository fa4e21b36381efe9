/** Where a ZIP goes, piece by piece. */
export interface ZipTarget {
  write(piece: Uint8Array): Promise<void>;
}

/** A ZIP archive on its way: what it holds is written at once, its list at the end. */
export interface Zip {
  /** Puts a file in. Names are paths with `/`, and each stands once. */
  add(name: string, content: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** Numbers of APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16. */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_FILE = 0x02014b50;
const END_OF_LIST = 0x06054b50;
const VERSION = 20;
/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
/** Most that fits without the extension for large archives. */
const MOST_FILES = 0xffff;
const MOST_BYTES = 0xffffffff;

/**
 * Begins a ZIP whose files stand in it as they are: pictures are pressed already.
 * @param time that all files have; in UTC, as ZIP knows no zones
 */
export function createZip(target: ZipTarget, time: Date): Zip {
  const list: Buffer[] = [];
  const stamp = dosTime(time);
  let at = 0;
  const write = async (piece: Uint8Array): Promise<void> => {
    at += piece.length;
    if (at > MOST_BYTES) throw new RangeError('a ZIP holds 4 GB at most');
    await target.write(piece);
  };
  return {
    async add(name, content) {
      if (list.length === MOST_FILES) throw new RangeError(`a ZIP holds ${MOST_FILES} files at most`);
      const path = Buffer.from(name);
      const facts = Buffer.alloc(26);
      facts.writeUInt16LE(VERSION, 0);
      facts.writeUInt16LE(UTF8_NAMES, 2);
      // At 4 the method: 0, as it is.
      facts.writeUInt32LE(stamp, 6);
      facts.writeUInt32LE(Bun.hash.crc32(content), 10);
      facts.writeUInt32LE(content.length, 14);
      facts.writeUInt32LE(content.length, 18);
      facts.writeUInt16LE(path.length, 22);
      const place = Buffer.alloc(14);
      place.writeUInt32LE(at, 10);
      list.push(Buffer.concat([signature(CENTRAL_FILE), version(), facts, place, path]));
      await write(Buffer.concat([signature(LOCAL_FILE), facts, path]));
      await write(content);
    },
    async end() {
      const begin = at;
      for (const entry of list) await write(entry);
      const last = Buffer.alloc(18);
      last.writeUInt16LE(list.length, 4);
      last.writeUInt16LE(list.length, 6);
      last.writeUInt32LE(at - begin, 8);
      last.writeUInt32LE(begin, 12);
      await write(Buffer.concat([signature(END_OF_LIST), last]));
    },
  };
}

function signature(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function version(): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(VERSION);
  return bytes;
}

/** Date and time as MS-DOS has them: to two seconds, from 1980 on. */
function dosTime(time: Date): number {
  const clock = (time.getUTCHours() << 11) | (time.getUTCMinutes() << 5) | (time.getUTCSeconds() >> 1);
  const day =
    (Math.max(0, time.getUTCFullYear() - 1980) << 9) | ((time.getUTCMonth() + 1) << 5) | time.getUTCDate();
  return ((day << 16) | clock) >>> 0;
}
