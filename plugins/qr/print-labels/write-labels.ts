import {
  createPdf,
  givingWay,
  type OperationRun,
  openFonts,
  type PdfFile,
  type PdfPicture,
  type Pen,
  type PlacedDrawing,
  type PluginContext,
  todayOf,
} from '@waypost/sdk';
import { z } from 'zod';
import { designDrawing } from '../codes/design/draw-design-pdf.ts';
import { PLAIN_DESIGN } from '../codes/design/values.ts';
import { qrErrors } from '../codes/errors.ts';
import { countLinks, readLinks, zChosenLinks } from '../codes/export/chosen-links.ts';
import { factsOf } from '../codes/export/export-links.ts';
import { placeOf, type StoredCode } from '../codes/link.ts';
import { qrUrlOf } from '../codes/present.ts';
import { labelLayout, linesOf, POINT_MM } from './label-layout.ts';
import { cornerOf, cutMarks, type Labels, labelsOf, PAPERS, zLabels } from './values.ts';

export const zLabelInput = zChosenLinks.extend({ labels: zLabels, title: z.string() });

/** Most labels of one file: a batch as large as one may be. */
export const MAX_LABEL_CODES = 10_000;

interface PlacedLabel {
  /** On its page, from 0. */
  index: number;
  drawing: PlacedDrawing;
  lines: string[];
}

/**
 * Prints the pictures of codes as labels, in the order in which they are read, in vectors throughout but for logos.
 * Errors: `qr.export_too_many`, `qr.export_empty` 422.
 */
export async function writeLabels(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zLabelInput>>,
): Promise<void> {
  const { labels, title, ...wanted } = run.input;
  const count = await countLinks(context, wanted);
  if (count === 0) throw qrErrors.exportEmpty.create();
  if (count > MAX_LABEL_CODES) throw qrErrors.exportTooMany.create({ pictures: MAX_LABEL_CODES });
  run.progress(0, count);
  const name = `${title} ${todayOf(context)}`;
  const file = await run.createFile({ name: `${name}.pdf`, type: 'application/pdf' });
  const { width, height } = PAPERS[labels.sheet.paper];
  const pdf = await createPdf((piece) => file.write(piece), {
    fonts: await openFonts(),
    title: name,
    page: { width: width / POINT_MM, height: height / POINT_MM },
  });
  const known = new Map<string, PdfPicture>();
  let page: PlacedLabel[] = [];
  let done = 0;
  for await (const codes of readLinks(context, wanted))
    for await (const code of givingWay(codes)) {
      run.signal.throwIfAborted();
      const index = (labels.start - 1 + done) % labelsOf(labels.sheet);
      if (index === 0 && page.length > 0) {
        await writePage(pdf, labels, page);
        page = [];
      }
      done += 1;
      const number = wanted.batch === undefined ? done : code.batch_number;
      page.push({ index, ...(await labelOf(context, pdf, { code, number, labels, known })) });
      run.progress(done, Math.max(count, done));
    }
  await writePage(pdf, labels, page);
  await pdf.end();
}

async function labelOf(
  context: PluginContext,
  pdf: PdfFile,
  label: { code: StoredCode; number: number; labels: Labels; known: Map<string, PdfPicture> },
): Promise<Omit<PlacedLabel, 'index'>> {
  const { code, number, labels, known } = label;
  const address = qrUrlOf(context, placeOf(code));
  const drawing = await designDrawing(pdf, { address, design: code.design ?? PLAIN_DESIGN, known });
  const { name, short_url } = factsOf(context, code);
  return { drawing: await pdf.drawing(drawing), lines: linesOf(labels, { name, short_url, number }) };
}

async function writePage(pdf: PdfFile, labels: Labels, page: readonly PlacedLabel[]): Promise<void> {
  const { sheet, has_marks } = labels;
  await pdf.page((pen) => {
    for (const label of page) drawLabel(pen, labels, label);
    if (has_marks)
      for (const { x1, y1, x2, y2 } of cutMarks(sheet))
        pen.line({ x: x1 / POINT_MM, y: y1 / POINT_MM }, { x: x2 / POINT_MM, y: y2 / POINT_MM });
  });
}

function drawLabel(pen: Pen, labels: Labels, { index, drawing, lines }: PlacedLabel): void {
  const corner = cornerOf(labels.sheet, index);
  const { code, lines: places, isCentred, text } = labelLayout(labels.sheet, labels);
  const points = (x: number, y: number) => ({
    x: (corner.x + x) / POINT_MM,
    y: (corner.y + y) / POINT_MM,
  });
  const side = code.side / POINT_MM;
  pen.place(drawing, { ...points(code.x, code.y), width: side, height: side });
  lines.forEach((line, at) => {
    const { x = 0, y = 0 } = places[at] ?? {};
    const size = text.size / POINT_MM;
    pen.text(line, { ...points(x, y), size, width: text.width / POINT_MM, isCentred });
  });
}
