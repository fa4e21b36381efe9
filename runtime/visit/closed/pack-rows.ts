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

/** The first id of a row. */
export function idAt({ layout, bytes }: Rows, row: number): string {
  const start = row * rowBytes(layout);
  return bytes.toString('hex', start, start + ID_BYTES);
}

export function figureAt({ layout, bytes }: Rows, row: number, index: number): number {
  return bytes.readUInt32LE(row * rowBytes(layout) + idBytes(layout) + index * NUMBER_BYTES);
}

/** Rows of both, the figures of the same ids added up. */
export function joinRows(left: Rows, right: Rows): Rows {
  return mergeRows(left, right, (one, other) => one + other) as Rows;
}

/** What rows came to beyond a part of them; undefined where it is no part of them. */
export function rowsWithout(whole: Rows, part: Rows): Rows | undefined {
  return mergeRows(whole, part, (one, other) => (one < other ? undefined : one - other), false);
}

function mergeRows(
  left: Rows,
  right: Rows,
  merge: (one: number, other: number) => number | undefined,
  mayBeAlone = true,
): Rows | undefined {
  const { layout } = left;
  const size = rowBytes(layout);
  const bytes = Buffer.alloc((left.count + (mayBeAlone ? right.count : 0)) * size);
  let [one, other, count] = [0, 0, 0];
  while (one < left.count || other < right.count) {
    const order = compareRows(left, one, right, other);
    if (order > 0 && !mayBeAlone) return undefined;
    const [from, row] = order <= 0 ? [left, one] : [right, other];
    const at = count * size;
    from.bytes.copy(bytes, at, row * size, (row + 1) * size);
    for (let index = 0; order === 0 && index < layout.figures; index++) {
      const figure = merge(figureAt(left, one, index), figureAt(right, other, index));
      if (figure === undefined) return undefined;
      bytes.writeUInt32LE(figure, at + idBytes(layout) + index * NUMBER_BYTES);
    }
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
