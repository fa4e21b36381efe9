import { type Contour, glyphContours } from './glyph-contours.ts';

/** What of a TrueType font is needed to write with it, and to take along only what was written (OpenType 1.9, "glyf", "loca", "cmap"). */
export interface TrueTypeFont {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  /** xMin, yMin, xMax, yMax of all glyphs. */
  box: readonly [number, number, number, number];
  /** 0: the font has no such letter. */
  glyphOf(codePoint: number): number;
  /** In units. */
  widthOf(glyph: number): number;
  contours(glyph: number): Contour[];
  /** A font file with these glyphs under their numbers; all others are empty. */
  subset(glyphs: Iterable<number>): Uint8Array;
}

interface Segment {
  first: number;
  last: number;
  glyph: number;
}

/** Whether an outline is put together from others, and whether more follow; their sizes by its flags. */
const COMPOSITE = { wordArguments: 1, scale: 8, more: 32, scales: 64, matrix: 128 } as const;
const GLYPH_HEADER = 10;

/** @throws Error for what is no TrueType font with a table of all of Unicode */
export function openTrueType(file: Uint8Array): TrueTypeFont {
  const data = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const tables = tablesOf(data);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`the font has no table "${tag}"`);
    return found;
  };
  const [head, hhea, maxp] = [table('head'), table('hhea'), table('maxp')];
  const [hmtx, loca, glyf] = [table('hmtx'), table('loca'), table('glyf')];
  const isLong = head.readInt16BE(50) === 1;
  const metrics = hhea.readUInt16BE(34);
  const placeOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2;
  const outlineOf = (glyph: number) => glyf.subarray(placeOf(glyph), placeOf(glyph + 1));
  const segments = segmentsOf(table('cmap'));
  const widthOf = (glyph: number) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4);
  return {
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphOf: (codePoint) => glyphIn(segments, codePoint),
    widthOf,
    contours: (glyph) => glyphContours(outlineOf, glyph),
    subset(wanted) {
      const glyphs = withParts(new Set([0, ...wanted]), outlineOf);
      const many = Math.min(Math.max(...glyphs) + 1, maxp.readUInt16BE(4));
      const kept = {
        head: Buffer.from(head),
        hhea: Buffer.from(hhea),
        maxp: Buffer.from(maxp),
        hmtx: Buffer.alloc(many * 4),
        loca: Buffer.alloc((many + 1) * 4),
      };
      kept.head.writeInt16BE(1, 50);
      kept.hhea.writeUInt16BE(many, 34);
      kept.maxp.writeUInt16BE(many, 4);
      const outlines: Buffer[] = [];
      let length = 0;
      for (let glyph = 0; glyph < many; glyph += 1) {
        kept.loca.writeUInt32BE(length, glyph * 4);
        if (!glyphs.has(glyph)) continue;
        kept.hmtx.writeUInt16BE(widthOf(glyph), glyph * 4);
        // By which an outline is shifted: of glyphs that share the last width they stand behind the widths.
        const bearing = glyph < metrics ? glyph * 4 + 2 : metrics * 4 + (glyph - metrics) * 2;
        kept.hmtx.writeInt16BE(hmtx.readInt16BE(bearing), glyph * 4 + 2);
        const outline = outlineOf(glyph);
        // Each begins at a multiple of four.
        const padded = Buffer.alloc(Math.ceil(outline.length / 4) * 4);
        outline.copy(padded);
        outlines.push(padded);
        length += padded.length;
      }
      kept.loca.writeUInt32BE(length, many * 4);
      const hints = ['cvt ', 'fpgm', 'prep'].flatMap((tag) => {
        const found = tables.get(tag);
        return found === undefined ? [] : [[tag, found] as const];
      });
      return assemble([...hints, ...Object.entries(kept), ['glyf', Buffer.concat(outlines)]]);
    },
  };
}

function tablesOf(data: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let at = 12; at < 12 + data.readUInt16BE(4) * 16; at += 16) {
    const offset = data.readUInt32BE(at + 8);
    tables.set(
      data.toString('latin1', at, at + 4),
      data.subarray(offset, offset + data.readUInt32BE(at + 12)),
    );
  }
  return tables;
}

/** The segments of the sub-table in format 12, in order. */
function segmentsOf(cmap: Buffer): Segment[] {
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const offset = cmap.readUInt32BE(at + 4);
    if (cmap.readUInt16BE(offset) !== 12) continue;
    return Array.from({ length: cmap.readUInt32BE(offset + 12) }, (_, index) => {
      const place = offset + 16 + index * 12;
      return {
        first: cmap.readUInt32BE(place),
        last: cmap.readUInt32BE(place + 4),
        glyph: cmap.readUInt32BE(place + 8),
      };
    });
  }
  throw new Error('the font has no table of all of Unicode (cmap, format 12)');
}

function glyphIn(segments: readonly Segment[], codePoint: number): number {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle] as Segment;
    if (codePoint > segment.last) low = middle + 1;
    else if (codePoint < segment.first) high = middle;
    else return segment.glyph + codePoint - segment.first;
  }
  return 0;
}

/** Outlines are put together from others, which are needed, too. */
function withParts(glyphs: Set<number>, outlineOf: (glyph: number) => Buffer): Set<number> {
  // Those that are added while it is walked are walked, too.
  for (const glyph of glyphs) {
    const outline = outlineOf(glyph);
    if (outline.length < GLYPH_HEADER || outline.readInt16BE(0) >= 0) continue;
    for (let at = GLYPH_HEADER, flags: number = COMPOSITE.more; flags & COMPOSITE.more; ) {
      flags = outline.readUInt16BE(at);
      glyphs.add(outline.readUInt16BE(at + 2));
      at += 4 + (flags & COMPOSITE.wordArguments ? 4 : 2);
      at += flags & COMPOSITE.matrix ? 8 : flags & COMPOSITE.scales ? 4 : flags & COMPOSITE.scale ? 2 : 0;
    }
  }
  return glyphs;
}

function assemble(tables: readonly (readonly [string, Buffer])[]): Uint8Array {
  const sorted = tables.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(sorted.length * 16 - power * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  sorted.forEach(([tag, content], index) => {
    const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4);
    content.copy(padded);
    const place = 12 + index * 16;
    directory.write(tag, place, 'latin1');
    directory.writeUInt32BE(checksumOf(padded), place + 4);
    directory.writeUInt32BE(offset, place + 8);
    directory.writeUInt32BE(content.length, place + 12);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat(parts);
}

function checksumOf(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
