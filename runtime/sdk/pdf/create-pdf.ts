import { deflateSync } from 'node:zlib';
import type { TrueTypeFont } from './true-type.ts';

/** A4, in points of 1/72 inch. */
export const PAGE = { width: 595, height: 842 } as const;

export interface TextPlace {
  /** Of its left edge, of the right one where it `isRight`, or of its middle where it `isCentred`; from the left and the upper edge of the page. */
  x: number;
  y: number;
  /** Points. */
  size: number;
  isRight?: boolean;
  isCentred?: boolean;
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
  /** A hairline between two points. */
  line(from: { x: number; y: number }, to: { x: number; y: number }): void;
  /** A drawing of this file, stretched over a rectangle. */
  place(drawing: PlacedDrawing, at: { x: number; y: number; width: number; height: number }): void;
}

/** Pixels of a file, which several of its drawings may show. */
export interface PdfPicture {
  readonly object: number;
}

/** Something that is drawn once and placed on pages (ISO 32000-1, 8.10): `content` in units of its own, y downwards. */
export interface PdfDrawing {
  width: number;
  height: number;
  content: string;
  /** Entries of its dictionary of resources beside the pictures. */
  resources?: string;
  /** By the names that `content` has for them. */
  pictures?: Readonly<Record<string, PdfPicture>>;
}

/** A drawing that is in the file. */
export interface PlacedDrawing extends Pick<PdfDrawing, 'width' | 'height'> {
  readonly object: number;
}

export interface PdfFile {
  page(draw: (pen: Pen) => void): Promise<void>;
  /** A square of `side` pixels: red, green and blue of each. */
  picture(pixels: Uint8Array, side: number): Promise<PdfPicture>;
  drawing(drawing: PdfDrawing): Promise<PlacedDrawing>;
  /** Writes the fonts and the table of what stands where. */
  end(): Promise<void>;
}

export interface PdfOptions {
  /** A letter is written with the first that has it, and left out where none has. */
  fonts: readonly TrueTypeFont[];
  title: string;
  /** Of every page, points; default: A4. */
  page?: { width: number; height: number };
}

/** Numbers of the objects that there is one of; those of fonts follow, then all others as they come. */
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

/** Writes a PDF page by page: nothing but the glyphs that were used is kept until its end (ISO 32000-1; fonts 9.7, files 7.5). */
export async function createPdf(
  write: (piece: string | Uint8Array) => Promise<void>,
  { fonts, title, page: size = PAGE }: PdfOptions,
): Promise<PdfFile> {
  const places: number[] = [];
  const written = fonts.map((font): UsedFont => ({ font, used: new Map() }));
  const pages: number[] = [];
  const lettering = fonts
    .map((_, index) => `/F${index} ${FIRST_FONT + index * OBJECTS_OF_FONT} 0 R`)
    .join(' ');
  let length = 0;
  let last = FIRST_FONT + fonts.length * OBJECTS_OF_FONT - 1;
  const next = () => {
    last += 1;
    return last;
  };
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
      const drawings = new Set<number>();
      draw(penOf(written, { steps, drawings, size }));
      const [number, content] = [next(), next()];
      pages.push(number);
      const resources = `/Font << ${lettering} >>${namesOf('D', drawings)}`;
      await object(
        number,
        `<< /Type /Page /Parent ${OBJECTS.pages} 0 R /Contents ${content} 0 R /MediaBox [0 0 ${round(size.width)} ${round(size.height)}] /Resources << ${resources} >> >>`,
      );
      await packed(content, steps.join('\n'));
    },
    async picture(pixels, side) {
      const number = next();
      await packed(
        number,
        pixels,
        `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 `,
      );
      return { object: number };
    },
    async drawing({ width, height, content, resources = '', pictures = {} }) {
      const number = next();
      const shown = Object.entries(pictures).map(([name, picture]) => `/${name} ${picture.object} 0 R`);
      const objects = shown.length === 0 ? '' : ` /XObject << ${shown.join(' ')} >>`;
      await packed(
        number,
        // PDF counts upwards.
        `1 0 0 -1 0 ${height} cm\n${content}`,
        `/Type /XObject /Subtype /Form /BBox [0 0 ${width} ${height}] /Resources << ${resources}${objects} >> `,
      );
      return { object: number, width, height };
    },
    async end() {
      const kids = pages.map((number) => `${number} 0 R`).join(' ');
      await object(OBJECTS.catalog, `<< /Type /Catalog /Pages ${OBJECTS.pages} 0 R >>`);
      await object(OBJECTS.pages, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
      for (const [index, one] of written.entries())
        await writeFont({ object, packed }, one, FIRST_FONT + index * OBJECTS_OF_FONT);
      const information = next();
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

/** The entry of resources for drawings, each called by its letter and its object's number. */
function namesOf(letter: string, objects: ReadonlySet<number>): string {
  if (objects.size === 0) return '';
  return ` /XObject << ${[...objects].map((number) => `/${letter}${number} ${number} 0 R`).join(' ')} >>`;
}

/** A letter as it will be written; widths are those of a size of 1. */
interface Letter {
  font: number;
  glyph: number;
  code: number;
  width: number;
}

const widthOf = (letters: readonly Letter[]): number => letters.reduce((sum, { width }) => sum + width, 0);

interface Sheet {
  steps: string[];
  drawings: Set<number>;
  size: { width: number; height: number };
}

function penOf(fonts: readonly UsedFont[], { steps, drawings, size: page }: Sheet): Pen {
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
    text(text, { x, y, size, isRight = false, isCentred = false, grey = 0, width = page.width }) {
      const letters = cut(lettersOf(text), width / size);
      let left = x - widthOf(letters) * size * (isRight ? 1 : isCentred ? 0.5 : 0);
      for (const run of runsOf(letters)) {
        const font = run[0]?.font ?? 0;
        for (const { glyph, code } of run) fonts[font]?.used.set(glyph, code);
        const codes = run.map(({ glyph }) => hex(glyph)).join('');
        steps.push(
          `BT ${round(grey)} g /F${font} ${round(size)} Tf ${round(left)} ${round(page.height - y)} Td <${codes}> Tj ET`,
        );
        left += widthOf(run) * size;
      }
    },
    rule({ x, y }, width, grey) {
      const level = round(page.height - y);
      steps.push(`${round(grey)} G 0.5 w ${round(x)} ${level} m ${round(x + width)} ${level} l S`);
    },
    line(from, to) {
      const point = ({ x, y }: { x: number; y: number }) => `${round(x)} ${round(page.height - y)}`;
      steps.push(`0.4 G 0.25 w ${point(from)} m ${point(to)} l S`);
    },
    place({ object, width, height }, at) {
      drawings.add(object);
      const scale = `${fine(at.width / width)} 0 0 ${fine(at.height / height)}`;
      steps.push(`q ${scale} ${fine(at.x)} ${fine(page.height - at.y - at.height)} cm /D${object} Do Q`);
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
/** A scale is multiplied by hundreds of units. */
const fine = (value: number): string => String(Number(value.toFixed(5)));
const round = (value: number): string => String(Number(value.toFixed(2)));
/** A text of the file's own, as UTF-16 with its mark. */
const hexText = (text: string): string => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
