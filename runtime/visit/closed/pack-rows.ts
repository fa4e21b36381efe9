import mongoose, { type mongo } from 'mongoose';

const { Binary } = mongoose.mongo;
const ID_BYTES = 12;
const NUMBER_BYTES = 4;

/** How rows of a kind are laid: ids first, then figures, all of one length; little endian. */
export interface Layout {
  ids: number;
  figures: number;
}
export const OWNER_ROWS: Layout = { ids: 1, figures: 5 };
export const LINK_ROWS: Layout = { ids: 2, figures: 3 };

/** Rows of ids and figures, sorted by their ids. */
export interface Rows {
  layout: Layout;
  count: number;
  bytes: Buffer;
}

export const idBytes = ({ ids }: Layout): number => ids * ID_BYTES;
export const rowBytes = (layout: Layout): number => idBytes(layout) + layout.figures * NUMBER_BYTES;

export function emptyRows(layout: Layout): Rows {
  return { layout, count: 0, bytes: Buffer.alloc(0) };
}

/** Packs sums by their ids, hexadecimal, several of them one behind the other. */
export function packRows(layout: Layout, sums: ReadonlyMap<string, readonly number[]>): Rows {
  const bytes = Buffer.alloc(sums.size * rowBytes(layout));
  let at = 0;
  for (const [ids, figures] of [...sums].sort(([left], [right]) => (left < right ? -1 : 1))) {
    bytes.write(ids, at, 'hex');
    for (const [index, figure] of figures.entries())
      bytes.writeUInt32LE(figure, at + idBytes(layout) + index * NUMBER_BYTES);
    at += rowBytes(layout);
  }
  return { layout, count: sums.size, bytes };
}

export const toBinary = ({ bytes }: Rows): mongo.Binary => new Binary(bytes);

export function fromBinary(layout: Layout, binary: mongo.Binary): Rows {
  const { buffer, byteOffset } = binary.buffer;
  const bytes = Buffer.from(buffer, byteOffset, binary.position);
  return { layout, count: bytes.length / rowBytes(layout), bytes };
}

/** The id number `index` of a row. */
export function idAt({ layout, bytes }: Rows, row: number, index: number): string {
  const start = row * rowBytes(layout) + index * ID_BYTES;
  return bytes.toString('hex', start, start + ID_BYTES);
}

export function figureAt({ layout, bytes }: Rows, row: number, index: number): number {
  return bytes.readUInt32LE(row * rowBytes(layout) + idBytes(layout) + index * NUMBER_BYTES);
}

/** Rows of both, the figures of the same ids put together; `sign` -1 takes those of the second away. */
export function joinRows(left: Rows, right: Rows, sign: 1 | -1): Rows {
  const { layout } = left;
  const size = rowBytes(layout);
  const bytes = Buffer.alloc((left.count + right.count) * size);
  let [one, other, count] = [0, 0, 0];
  while (one < left.count || other < right.count) {
    const order = compareRows(left, one, right, other);
    const from = order <= 0 ? left : right;
    const at = count * size;
    from.bytes.copy(bytes, at, (order <= 0 ? one : other) * size, (order <= 0 ? one : other) * size + size);
    if (order === 0)
      for (let index = 0; index < layout.figures; index++)
        bytes.writeUInt32LE(
          figureAt(left, one, index) + sign * figureAt(right, other, index),
          at + idBytes(layout) + index * NUMBER_BYTES,
        );
    if (order <= 0) one++;
    if (order >= 0) other++;
    count++;
  }
  return { layout, count, bytes: bytes.subarray(0, count * size) };
}

/** Which row comes first; the end comes last. */
function compareRows(left: Rows, one: number, right: Rows, other: number): number {
  if (one >= left.count) return 1;
  if (other >= right.count) return -1;
  const size = rowBytes(left.layout);
  const length = idBytes(left.layout);
  return left.bytes.compare(
    right.bytes,
    other * size,
    other * size + length,
    one * size,
    one * size + length,
  );
}
