/** A corner of an outline in the font's units, y upwards; one that is not on it is the control point of a quadratic curve. */
export interface ContourPoint {
  x: number;
  y: number;
  isOn: boolean;
}
export type Contour = readonly ContourPoint[];

/** Bits of a point's flag (OpenType 1.9, "glyf"). */
const POINT = { onCurve: 1, xShort: 2, yShort: 4, repeat: 8, xSame: 16, ySame: 32 } as const;
/** Bits of a part's flag. */
const PART = { words: 1, offsets: 2, scale: 8, more: 32, scales: 64, matrix: 128 } as const;
const HEADER = 10;
/** A number of two bytes with fourteen bits behind the point. */
const FRACTION = 16_384;

/** The closed outlines of a glyph, those of its parts in their places. */
export function glyphContours(outlineOf: (glyph: number) => Buffer, glyph: number): Contour[] {
  const data = outlineOf(glyph);
  if (data.length < HEADER) return [];
  const count = data.readInt16BE(0);
  return count >= 0 ? simpleContours(data, count) : compositeContours(outlineOf, data);
}

function simpleContours(data: Buffer, count: number): Contour[] {
  const ends = Array.from({ length: count }, (_, at) => data.readUInt16BE(HEADER + at * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let at = HEADER + count * 2;
  at += 2 + data.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < points) {
    const flag = data.readUInt8(at);
    at += 1;
    flags.push(flag);
    if (!(flag & POINT.repeat)) continue;
    for (let left = data.readUInt8(at); left > 0; left -= 1) flags.push(flag);
    at += 1;
  }
  const axis = (short: number, same: number): number[] => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) {
        value += flag & same ? data.readUInt8(at) : -data.readUInt8(at);
        at += 1;
      } else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(POINT.xShort, POINT.xSame);
  const ys = axis(POINT.yShort, POINT.ySame);
  return ends.map((end, index) => {
    const first = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
    return Array.from({ length: end - first + 1 }, (_, place) => ({
      x: xs[first + place] ?? 0,
      y: ys[first + place] ?? 0,
      isOn: ((flags[first + place] ?? 0) & POINT.onCurve) !== 0,
    }));
  });
}

function compositeContours(outlineOf: (glyph: number) => Buffer, data: Buffer): Contour[] {
  const contours: Contour[] = [];
  for (let at = HEADER, flags: number = PART.more; flags & PART.more; ) {
    flags = data.readUInt16BE(at);
    const glyph = data.readUInt16BE(at + 2);
    at += 4;
    const isWide = (flags & PART.words) !== 0;
    const offset = [0, 1].map((place) =>
      isWide ? data.readInt16BE(at + place * 2) : data.readInt8(at + place),
    );
    at += isWide ? 4 : 2;
    const [left = 0, up = 0] = flags & PART.offsets ? offset : [];
    const read = () => {
      at += 2;
      return data.readInt16BE(at - 2) / FRACTION;
    };
    let [a, b, c, d] = [1, 0, 0, 1];
    if (flags & PART.scale) a = d = read();
    else if (flags & PART.scales) [a, d] = [read(), read()];
    else if (flags & PART.matrix) [a, b, c, d] = [read(), read(), read(), read()];
    for (const contour of glyphContours(outlineOf, glyph))
      contours.push(
        contour.map(({ x, y, isOn }) => ({ x: a * x + c * y + left, y: b * x + d * y + up, isOn })),
      );
  }
  return contours;
}
