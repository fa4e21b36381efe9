import {
  createPdf,
  type OutlineStep,
  openFonts,
  type PdfDrawing,
  type PdfFile,
  type PdfPicture,
  textOutline,
} from '@waypost/sdk';
import { channelsOf } from './colours.ts';
import { type FrameLayout, frameLayout } from './frame.ts';
import { type CodeSymbol, symbolOf } from './geometry.ts';
import { gradientPlace } from './gradient.ts';
import { drawLogo } from './logo.ts';
import { finderOutline, moduleOutline, roundedSquare } from './outline.ts';
import type { Design, Frame } from './values.ts';

/** Pixels of the wanted size are those of a printer; a PDF point is 1/72 inch. */
const PRINT_DPI = 300;
const POINTS_PER_INCH = 72;
/** Pixels of the logo in a PDF, enough for 8 cm at 300 dpi. */
const LOGO_PIXELS = 1024;

/** Draws `address` as a PDF page of vectors, as large as `size` pixels are at 300 dpi. */
export async function drawDesignPdf(address: string, design: Design, size: number): Promise<Uint8Array> {
  const points = Number(((size / PRINT_DPI) * POINTS_PER_INCH).toFixed(2));
  const pieces: Uint8Array[] = [];
  const pdf = await createPdf(
    async (piece) => void pieces.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece),
    { fonts: [], title: address, page: { width: points, height: points } },
  );
  const drawing = await pdf.drawing(await designDrawing(pdf, { address, design }));
  await pdf.page((pen) => pen.place(drawing, { x: 0, y: 0, width: points, height: points }));
  await pdf.end();
  return Buffer.concat(pieces);
}

/**
 * The picture of `address` as a drawing of paths, in modules.
 * @param known logos that are in the file already: those of other codes with the same design
 */
export async function designDrawing(
  pdf: Pick<PdfFile, 'picture'>,
  { address, design, known }: { address: string; design: Design; known?: Map<string, PdfPicture> },
): Promise<PdfDrawing> {
  const symbol = symbolOf(address, design);
  const { side, logo, margin } = symbol;
  const frame = design.frame ? frameLayout(side, design.frame) : undefined;
  const whole = frame?.side ?? side;
  const { left, top } = frame ?? { left: 0, top: 0 };
  const logoPicture = logo === undefined ? undefined : await logoOf(pdf, design, known);
  const at = logo === undefined ? 0 : logo.start + margin;
  const content = [
    ...(frame && design.frame
      ? [await frameContent(frame, design.frame), `q 1 0 0 1 ${round(left)} ${round(top)} cm`]
      : []),
    `${inkOf(design.background)} 0 0 ${side} ${side} re f`,
    `${design.gradient ? '/Pattern cs /Ink scn' : inkOf(design.foreground)} ${pathOf(moduleOutline(symbol, design))} f`,
    `${inkOf(design.finder)} ${pathOf(finderOutline(symbol, design))} f*`,
    // Pictures stand upright where PDF counts upwards.
    ...(logo && logoPicture
      ? [`q ${logo.side} 0 0 ${-logo.side} ${at} ${at + logo.side} cm /Logo Do Q`]
      : []),
    ...(frame ? ['Q'] : []),
  ].join('\n');
  return {
    width: whole,
    height: whole,
    content,
    // Of the drawing, not of what is framed: the units of a pattern are those of where it is named.
    resources: inkPattern(symbol, design, [left, whole - top]),
    ...(logoPicture === undefined ? {} : { pictures: { Logo: logoPicture } }),
  };
}

/** The border and its text as paths: no font is needed to read them. */
async function frameContent(
  { side, radius, text, ink }: FrameLayout,
  { colour, text: words }: Frame,
): Promise<string> {
  const border = roundedSquare(side, radius);
  return [
    `${inkOf(colour)} ${pathOf(border)} f`,
    `${inkOf(ink)} ${pathOf(textOutline(await openFonts(), words, text))} f`,
  ].join('\n');
}

async function logoOf(
  pdf: Pick<PdfFile, 'picture'>,
  { logo, background }: Design,
  known: Map<string, PdfPicture> = new Map(),
): Promise<PdfPicture | undefined> {
  if (logo === null) return undefined;
  const key = `${background} ${logo}`;
  const picture =
    known.get(key) ?? (await pdf.picture(await drawLogo(logo, LOGO_PIXELS, background), LOGO_PIXELS));
  known.set(key, picture);
  return picture;
}

/** The resource that names the gradient of the modules (ISO 32000-1, 8.7.4), whose own units count upwards. */
function inkPattern(
  symbol: CodeSymbol,
  { foreground, gradient }: Design,
  [left, up]: readonly [number, number],
): string {
  if (!gradient) return '';
  const place = gradientPlace(symbol, gradient);
  const [type, places] =
    place.kind === 'linear'
      ? [2, [...place.from, ...place.to]]
      : [3, [...place.centre, 0, ...place.centre, place.radius]];
  const between = `<< /FunctionType 2 /Domain [0 1] /C0 [${sharesOf(foreground)}] /C1 [${sharesOf(gradient.to)}] /N 1 >>`;
  const shading = `<< /ShadingType ${type} /ColorSpace /DeviceRGB /Coords [${places.map(round).join(' ')}] /Function ${between} /Extend [true true] >>`;
  return `/Pattern << /Ink << /Type /Pattern /PatternType 2 /Matrix [1 0 0 -1 ${round(left)} ${round(up)}] /Shading ${shading} >> >>`;
}

const OPERATORS = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;

function pathOf(steps: readonly OutlineStep[]): string {
  return steps.map(({ to, points }) => `${points.map(round).join(' ')} ${OPERATORS[to]}`).join('\n');
}

function inkOf(colour: string): string {
  return `${sharesOf(colour)} rg`;
}

function sharesOf(colour: string): string {
  return channelsOf(colour)
    .map((channel) => round(channel / 255))
    .join(' ');
}

function round(value: number): string {
  return String(Number(value.toFixed(4)));
}
