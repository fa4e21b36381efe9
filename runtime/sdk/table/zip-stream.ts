import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

/** What has been written of a file within the archive. */
export interface ZipEntry {
  name: string;
  /** Bytes of the archive before it. */
  offset: number;
  crc: number;
  size: number;
  compressed: number;
}

/** Where an archive stands between two pieces: another process can go on from it. Data, as JSON has it. */
export interface ZipState {
  /** Bytes written so far. */
  offset: number;
  ended: ZipEntry[];
  open: ZipEntry | null;
}

export const emptyZip = (): ZipState => ({ offset: 0, ended: [], open: null });

/** A raw deflate stream without content that ends what came before it (RFC 1951). */
const STREAM_END = Buffer.from([3, 0]);
/** Version 2.0; the sizes come behind the content, and names are UTF-8. */
const VERSION = 20;
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980, the first day that the format knows: what is in a file does not depend on when it was made. */
const DAY = 0x21;

/**
 * Writes a ZIP archive (APPNOTE 6.3.10) piece by piece, without ever going back in the file. Each piece is compressed by
 * itself and ends at a whole byte, so that between two of them nothing is known but the state.
 */
export function createZipStream(write: (piece: Uint8Array) => Promise<void>, state: ZipState) {
  const put = async (piece: Uint8Array): Promise<void> => {
    await write(piece);
    state.offset += piece.length;
  };

  async function end(): Promise<void> {
    const { open } = state;
    if (open === null) return;
    await put(STREAM_END);
    open.compressed += STREAM_END.length;
    await put(bytesOf([0x08074b50, 4], [open.crc, 4], [open.compressed, 4], [open.size, 4]));
    state.ended.push(open);
    state.open = null;
  }

  return {
    /** Begins a file; the one before ends. */
    async begin(name: string): Promise<void> {
      await end();
      state.open = { name, offset: state.offset, crc: 0, size: 0, compressed: 0 };
      const path = Buffer.from(name);
      await put(bytesOf([0x04034b50, 4], ...headOf(undefined), [path.length, 2], [0, 2]));
      await put(path);
    },
    async write(text: string): Promise<void> {
      const { open } = state;
      if (open === null) throw new TypeError('no file of the archive is open');
      if (text === '') return;
      const bytes = Buffer.from(text);
      const piece = await deflate(bytes, { level: 4, finishFlush: constants.Z_FULL_FLUSH });
      open.crc = crc32(bytes, open.crc);
      open.size += bytes.length;
      open.compressed += piece.length;
      await put(piece);
    },
    /** Writes the list of what is in it. */
    async close(): Promise<void> {
      await end();
      const start = state.offset;
      for (const entry of state.ended) {
        const path = Buffer.from(entry.name);
        await put(
          bytesOf(
            ...([[0x02014b50, 4], [VERSION, 2], ...headOf(entry), [path.length, 2]] as const),
            // No comment, first disk, no attributes.
            ...([
              [0, 2],
              [0, 2],
              [0, 2],
              [0, 2],
              [0, 4],
              [entry.offset, 4],
            ] as const),
          ),
        );
        await put(path);
      }
      const { length } = state.ended;
      await put(
        bytesOf(
          ...([
            [0x06054b50, 4],
            [0, 2],
            [0, 2],
            [length, 2],
            [length, 2],
          ] as const),
          ...([
            [state.offset - start, 4],
            [start, 4],
            [0, 2],
          ] as const),
        ),
      );
    },
  };
}

type Figure = readonly [value: number, bytes: 2 | 4];

/** What both heads of an entry have; before its content nothing is known of that. */
function headOf(entry: ZipEntry | undefined): Figure[] {
  const { crc, compressed, size } = entry ?? { crc: 0, compressed: 0, size: 0 };
  return [
    ...([
      [VERSION, 2],
      [FLAGS, 2],
      [DEFLATE, 2],
      [0, 2],
      [DAY, 2],
    ] as const),
    ...([
      [crc, 4],
      [compressed, 4],
      [size, 4],
    ] as const),
  ];
}

/** Figures with the smallest byte first. */
function bytesOf(...figures: readonly Figure[]): Buffer {
  const bytes = Buffer.alloc(figures.reduce((sum, [, length]) => sum + length, 0));
  let at = 0;
  for (const [value, length] of figures) at = bytes.writeUIntLE(value, at, length);
  return bytes;
}
