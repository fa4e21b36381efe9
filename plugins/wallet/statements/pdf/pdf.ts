import { deflateSync } from 'node:zlib';
import type { TrueTypeFont } from './true-type.ts';

/** A4, in points of 1/72 inch. */
export const PAGE = { width: 595, height: 842 } as const;

export interface TextPlace {
  /** Of its left edge, or of the right one where it `isRight`; from the left and the upper edge of the page. */
  x: number;
  y: number;
  /** Points. */
  size: number;
  isRight?: boolean;
  /** 0 is black, 1 white. */
  grey?: number;
  /** What is wider is cut, with an ellipsis. */
  width?: number;
}

/** What draws one page. */
export interface Pen {
  text(text: string, place: TextPlace): void;
  /** A level line. */
  rule(from: { x: number; y: number }, width: number, grey: number): void;
}

export interface PdfFile {
  page(draw: (pen: Pen) => void): Promise<void>;
  /** Writes the font and the table of what stands where. */
  end(): Promise<void>;
}

/** Numbers of the objects that there is one of; those of fonts follow, then those of pages. */
const OBJECTS = { catalog: 1, pages: 2 } as const;
const FIRST_FONT = 3;
/** A font's own object, its descendant, its descriptor, its file, and what its glyphs mean. */
const OBJECTS_OF_FONT = 5;
const ELLIPSIS = '…';
/** Of what a viewer shows where it has nothing to show: units of PDF's fonts are thousandths. */
const THOUSAND = 1_000;

/** A font, and the glyphs of it that were written, with the letters that they stand for. */
interface UsedFont {
  font: TrueTypeFont;
  used: Map<number, number>;
}

/**
 * Writes a PDF page by page: nothing but the glyphs that were used is kept until its end (ISO 32000-1; fonts 9.7, files 7.5).
 * @param fonts a letter is written with the first that has it, and left out where none has
 */
export async function createPdf(
  write: (piece: string | Uint8Array) => Promise<void>,
  { fonts, title }: { fonts: readonly TrueTypeFont[]; title: string },
): Promise<PdfFile> {
  const places: number[] = [];
  const written = fonts.map((font): UsedFont => ({ font, used: new Map() }));
  const firstPage = FIRST_FONT + fonts.length * OBJECTS_OF_FONT;
  const resources = fonts
    .map((_, index) => `/F${index} ${FIRST_FONT + index * OBJECTS_OF_FONT} 0 R`)
    .join(' ');
  let length = 0;
  let pages = 0;
  const put = async (piece: string | Uint8Array) => {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    length += bytes.length;
    await write(bytes);
  };
  const object = async (number: number, text: string, stream?: Uint8Array) => {
    places[number] = length;
    await put(`${number} 0 obj\n${text}\n`);
    if (stream) {
      await put('stream\n');
      await put(stream);
      await put('\nendstream\n');
    }
    await put('endobj\n');
  };
  const packed = (number: number, content: string | Uint8Array, more = '') => {
    const stream = deflateSync(content);
    return object(number, `<< ${more}/Filter /FlateDecode /Length ${stream.length} >>`, stream);
  };
  await put('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n');
  return {
    async page(draw) {
      const steps: string[] = [];
      draw(penOf(written, steps));
      const number = firstPage + pages * 2;
      pages += 1;
      await object(
        number,
        `<< /Type /Page /Parent ${OBJECTS.pages} 0 R /Contents ${number + 1} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << ${resources} >> >> >>`,
      );
      await packed(number + 1, steps.join('\n'));
    },
    async end() {
      const kids = Array.from({ length: pages }, (_, page) => `${firstPage + page * 2} 0 R`).join(' ');
      await object(OBJECTS.catalog, `<< /Type /Catalog /Pages ${OBJECTS.pages} 0 R >>`);
      await object(OBJECTS.pages, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`);
      for (const [index, one] of written.entries())
        await writeFont({ object, packed }, one, FIRST_FONT + index * OBJECTS_OF_FONT);
      const information = firstPage + pages * 2;
      await object(information, `<< /Title ${hexText(title)} >>`);
      const start = length;
      const count = information + 1;
      const table = Array.from(
        { length: count - 1 },
        (_, index) => `${String(places[index + 1] ?? 0).padStart(10, '0')} 00000 n \n`,
      );
      await put(
        `xref\n0 ${count}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${count} /Root ${OBJECTS.catalog} 0 R /Info ${information} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
      );
    },
  };
}

/** A letter as it will be written; widths are those of a size of 1. */
interface Letter {
  font: number;
  glyph: number;
  code: number;
  width: number;
}

const widthOf = (letters: readonly Letter[]): number => letters.reduce((sum, { width }) => sum + width, 0);

function penOf(fonts: readonly UsedFont[], steps: string[]): Pen {
  const lettersOf = (text: string): Letter[] =>
    [...text.normalize('NFC')].flatMap((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      const index = fonts.findIndex(({ font }) => font.glyphOf(code) !== 0);
      const font = fonts[index]?.font;
      if (font === undefined) return [];
      const glyph = font.glyphOf(code);
      return [{ font: index, glyph, code, width: font.widthOf(glyph) / font.unitsPerEm }];
    });
  const cut = (letters: Letter[], most: number): Letter[] => {
    if (widthOf(letters) <= most) return letters;
    const end = lettersOf(ELLIPSIS);
    const kept = [...letters];
    while (kept.length > 0 && widthOf(kept) + widthOf(end) > most) kept.pop();
    return [...kept, ...end];
  };
  return {
    text(text, { x, y, size, isRight = false, grey = 0, width = PAGE.width }) {
      const letters = cut(lettersOf(text), width / size);
      let left = isRight ? x - widthOf(letters) * size : x;
      for (const run of runsOf(letters)) {
        const font = run[0]?.font ?? 0;
        for (const { glyph, code } of run) fonts[font]?.used.set(glyph, code);
        const codes = run.map(({ glyph }) => hex(glyph)).join('');
        steps.push(
          `BT ${round(grey)} g /F${font} ${round(size)} Tf ${round(left)} ${round(PAGE.height - y)} Td <${codes}> Tj ET`,
        );
        left += widthOf(run) * size;
      }
    },
    rule({ x, y }, width, grey) {
      const level = round(PAGE.height - y);
      steps.push(`${round(grey)} G 0.5 w ${round(x)} ${level} m ${round(x + width)} ${level} l S`);
    },
  };
}

/** Letters of one font that follow each other. */
function runsOf(letters: readonly Letter[]): Letter[][] {
  const runs: Letter[][] = [];
  for (const letter of letters) {
    const last = runs.at(-1);
    if (last?.[0]?.font === letter.font) last.push(letter);
    else runs.push([letter]);
  }
  return runs;
}

interface Writing {
  object(number: number, text: string): Promise<void>;
  packed(number: number, content: string | Uint8Array, more?: string): Promise<void>;
}

async function writeFont(
  { object, packed }: Writing,
  { font, used }: UsedFont,
  number: number,
): Promise<void> {
  const [descendant, descriptor, file, unicode] = [number + 1, number + 2, number + 3, number + 4];
  const scaled = (units: number) => Math.round((units * THOUSAND) / font.unitsPerEm);
  const glyphs = [...used.keys()].sort((one, other) => one - other);
  const widths = glyphs.map((glyph) => `${glyph} [${scaled(font.widthOf(glyph))}]`).join(' ');
  const name = `AAAAA${String.fromCharCode('A'.charCodeAt(0) + number)}+Part`;
  await object(
    number,
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R >>`,
  );
  await object(
    descendant,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /CIDToGIDMap /Identity /FontDescriptor ${descriptor} 0 R /DW ${THOUSAND} /W [${widths}] >>`,
  );
  const [ascent, descent] = [scaled(font.ascent), scaled(font.descent)];
  await object(
    descriptor,
    `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [${font.box.map(scaled).join(' ')}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${file} 0 R >>`,
  );
  const kept = font.subset(glyphs);
  await packed(file, kept, `/Length1 ${kept.length} `);
  await packed(unicode, unicodeTable(used));
}

/** Entries of one block of the table (Adobe Technical Note 5014). */
const BLOCK = 100;

/** By which readers copy and search what is written. */
function unicodeTable(used: ReadonlyMap<number, number>): string {
  const entries = [...used].map(([glyph, code]) => {
    const text = Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex');
    return `<${hex(glyph)}> <${text}>`;
  });
  const blocks: string[] = [];
  for (let from = 0; from < entries.length; from += BLOCK) {
    const some = entries.slice(from, from + BLOCK);
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <0000> <FFFF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

const hex = (glyph: number): string => glyph.toString(16).padStart(4, '0');
const round = (value: number): string => String(Number(value.toFixed(2)));
/** A text of the file's own, as UTF-16 with its mark. */
const hexText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
