import { deflateSync } from 'node:zlib';
import { channelsOf } from './colours.ts';
import { type CodeSymbol, symbolOf } from './geometry.ts';
import { gradientPlace } from './gradient.ts';
import { drawLogo } from './logo.ts';
import { finderOutline, moduleOutline, type Step } from './outline.ts';
import type { Design } from './values.ts';

/** Pixels of the wanted size are those of a printer; a PDF point is 1/72 inch. */
const PRINT_DPI = 300;
const POINTS_PER_INCH = 72;
/** Pixels of the logo in a PDF, enough for 8 cm at 300 dpi. */
const LOGO_PIXELS = 1024;

/** Draws `address` as a PDF page of vectors, as large as `size` pixels are at 300 dpi. */
export async function drawDesignPdf(address: string, design: Design, size: number): Promise<Uint8Array> {
  const symbol = symbolOf(address, design);
  const { side, logo, margin } = symbol;
  const points = (size / PRINT_DPI) * POINTS_PER_INCH;
  const picture =
    logo === undefined || design.logo === null
      ? undefined
      : await drawLogo(design.logo, LOGO_PIXELS, design.background);
  const scale = points / side;
  // PDF counts upwards: the picture is turned over once, the logo back again.
  const content = [
    `${round(scale)} 0 0 ${round(-scale)} 0 ${round(points)} cm`,
    `${inkOf(design.background)} 0 0 ${side} ${side} re f`,
    `${design.gradient ? '/Pattern cs /Ink scn' : inkOf(design.foreground)} ${pathOf(moduleOutline(symbol, design))} f`,
    `${inkOf(design.finder)} ${pathOf(finderOutline(symbol, design))} f*`,
    ...(logo && picture
      ? [
          `q ${logo.side} 0 0 ${-logo.side} ${logo.start + margin} ${logo.start + margin + logo.side} cm /Logo Do Q`,
        ]
      : []),
  ].join('\n');
  const packed = deflateSync(content);
  const inks = inkPattern(symbol, design, [scale, 0, 0, -scale, 0, points]);
  const resources = `${inks} ${picture ? '/XObject << /Logo 5 0 R >>' : ''}`;
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${round(points)} ${round(points)}] /Contents 4 0 R /Resources << ${resources} >> >>`;
  const objects: [string, Uint8Array?][] = [
    ['<< /Type /Catalog /Pages 2 0 R >>'],
    ['<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [page],
    [`<< /Filter /FlateDecode /Length ${packed.length} >>`, packed],
  ];
  if (picture) {
    const data = deflateSync(picture);
    objects.push([
      `<< /Type /XObject /Subtype /Image /Width ${LOGO_PIXELS} /Height ${LOGO_PIXELS} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${data.length} >>`,
      data,
    ]);
  }
  return assemble(objects);
}

/** The resource that names the gradient of the modules (ISO 32000-1, 8.7.4); `matrix` leads from modules to points. */
function inkPattern(symbol: CodeSymbol, { foreground, gradient }: Design, matrix: readonly number[]): string {
  if (!gradient) return '';
  const place = gradientPlace(symbol, gradient);
  const [type, places] =
    place.kind === 'linear'
      ? [2, [...place.from, ...place.to]]
      : [3, [...place.centre, 0, ...place.centre, place.radius]];
  const between = `<< /FunctionType 2 /Domain [0 1] /C0 [${sharesOf(foreground)}] /C1 [${sharesOf(gradient.to)}] /N 1 >>`;
  const shading = `<< /ShadingType ${type} /ColorSpace /DeviceRGB /Coords [${places.map(round).join(' ')}] /Function ${between} /Extend [true true] >>`;
  return `/Pattern << /Ink << /Type /Pattern /PatternType 2 /Matrix [${matrix.map(round).join(' ')}] /Shading ${shading} >> >>`;
}

/** Objects, their places, and where the table of places begins (ISO 32000-1, 7.5). */
function assemble(objects: readonly (readonly [string, Uint8Array?])[]): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach(([text, stream], index) => {
    places.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n${text}\n`));
    if (stream) {
      add(Buffer.from('stream\n'));
      add(stream);
      add(Buffer.from('\nendstream\n'));
    }
    add(Buffer.from('endobj\n'));
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

const OPERATORS = { M: 'm', L: 'l', C: 'c', Z: 'h' } as const;

function pathOf(steps: readonly Step[]): string {
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
