import { z } from 'zod';

/** Millimetres of the papers that labels come on: ISO 216 and ANSI/ASME Y14.1. */
export const PAPERS = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;
export type Paper = keyof typeof PAPERS;

/** Sides of a label, mm: the smallest code that phones read well is 12, and no label is larger than a page. */
const MIN_LABEL = 12;
const MAX_LABEL = 297;
const MAX_LINES = 40;
/** Papers are cut to half a millimetre: a sheet may be so much larger than its paper. */
const CUT = 0.5;

const zLength = z.number().min(0).max(MAX_LABEL);

/** How labels lie on a page, millimetres: the first one from the left and upper edge, and what is between two. */
export const zSheet = z
  .strictObject({
    paper: z.enum(['a4', 'letter']),
    columns: z.int().min(1).max(MAX_LINES),
    rows: z.int().min(1).max(MAX_LINES),
    width: z.number().min(MIN_LABEL).max(MAX_LABEL),
    height: z.number().min(MIN_LABEL).max(MAX_LABEL),
    left: zLength,
    top: zLength,
    gap_x: zLength,
    gap_y: zLength,
  })
  .superRefine((sheet, check) => {
    const { columns, rows, width, height, left, top, gap_x, gap_y } = sheet;
    const paper = PAPERS[sheet.paper];
    if (left + columns * width + (columns - 1) * gap_x > paper.width + CUT)
      check.addIssue({ code: 'custom', path: ['width'], message: 'label_sheet_width' });
    if (top + rows * height + (rows - 1) * gap_y > paper.height + CUT)
      check.addIssue({ code: 'custom', path: ['height'], message: 'label_sheet_height' });
  });
export type Sheet = z.infer<typeof zSheet>;

type Grid = Pick<Sheet, 'paper' | 'columns' | 'rows' | 'width' | 'height'> &
  Partial<Pick<Sheet, 'gap_x' | 'gap_y'>>;

/** Labels in the middle of their page, as makers cut them. */
function centred({ gap_x = 0, gap_y = 0, ...grid }: Grid): Sheet {
  const { columns, rows, width, height } = grid;
  const paper = PAPERS[grid.paper];
  const margin = (whole: number, count: number, size: number, gap: number) =>
    Math.round(((whole - count * size - (count - 1) * gap) / 2) * 1000) / 1000;
  return {
    ...grid,
    gap_x,
    gap_y,
    left: margin(paper.width, columns, width, gap_x),
    top: margin(paper.height, rows, height, gap_y),
  };
}

/** An inch, millimetres. */
const INCH = 25.4;

/**
 * Sheets of label makers by their numbers (Avery; others sell the same grids). Sizes and gaps as Avery's own templates have
 * them (avery.co.uk/templates, avery.com/templates); that their grids lie in the middle of the page agrees with the margins of Label
 * Planet's template sheets (labelplanet.co.uk: LP21/63, LP24/63, LP14/99, LP65/38) and of the gLabels database: L7160 7.25 and 15.15 mm,
 * L7651 4.75 and 10.7 mm, 5160 3/16 and 1/2 inch, 5163 5/32 and 1/2 inch, 22806 5/8 inch.
 */
export const SHEETS = {
  l7160: centred({ paper: 'a4', columns: 3, rows: 7, width: 63.5, height: 38.1, gap_x: 2.5 }),
  l7159: centred({ paper: 'a4', columns: 3, rows: 8, width: 63.5, height: 33.9, gap_x: 2.5 }),
  l7163: centred({ paper: 'a4', columns: 2, rows: 7, width: 99.1, height: 38.1, gap_x: 2.5 }),
  l7651: centred({ paper: 'a4', columns: 5, rows: 13, width: 38.1, height: 21.2, gap_x: 2.5 }),
  '5160': centred({
    paper: 'letter',
    columns: 3,
    rows: 10,
    width: (2 + 5 / 8) * INCH,
    height: INCH,
    gap_x: INCH / 8,
  }),
  '5163': centred({
    paper: 'letter',
    columns: 2,
    rows: 5,
    width: 4 * INCH,
    height: 2 * INCH,
    gap_x: (3 / 16) * INCH,
  }),
  '22806': centred({
    paper: 'letter',
    columns: 3,
    rows: 4,
    width: 2 * INCH,
    height: 2 * INCH,
    gap_x: (5 / 8) * INCH,
    gap_y: (7 / 12) * INCH,
  }),
} as const satisfies Record<string, Sheet>;
export type SheetName = keyof typeof SHEETS;
/** In the order in which they are offered; of an object the names that are numbers would come first. */
export const SHEET_NAMES: readonly SheetName[] = [
  'l7160',
  'l7159',
  'l7163',
  'l7651',
  '5160',
  '5163',
  '22806',
];

export const LABEL_TEXTS = ['name', 'short_url', 'number'] as const;
export type LabelText = (typeof LABEL_TEXTS)[number];
export const TEXT_PLACES = ['below', 'beside'] as const;

/** What is printed, and where on the first page it begins: what is left of a used sheet. */
export const zLabels = z
  .strictObject({
    sheet: zSheet,
    start: z
      .int()
      .min(1)
      .max(MAX_LINES ** 2),
    texts: z.array(z.enum(LABEL_TEXTS)).max(LABEL_TEXTS.length),
    text_place: z.enum(TEXT_PLACES),
    has_marks: z.boolean(),
  })
  .refine(({ sheet, start }) => start <= labelsOf(sheet), { path: ['start'], message: 'label_start' });
export type Labels = z.infer<typeof zLabels>;

/** Labels of a page. */
export const labelsOf = ({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): number => columns * rows;

/** Pages that so many labels take. */
export const pagesOf = ({ sheet, start }: Pick<Labels, 'sheet' | 'start'>, count: number): number =>
  Math.ceil((start - 1 + count) / labelsOf(sheet));

/** The upper left corner of a label of a page, counted from 0 in the order that is read: millimetres. */
export function cornerOf({ columns, width, height, left, top, gap_x, gap_y }: Sheet, index: number) {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return { x: left + column * (width + gap_x), y: top + row * (height + gap_y) };
}

/** Marks of a cut outside of the labels, mm: how long, and how far from the corner. */
const MARK = { length: 3, gap: 1 } as const;

export interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Where a page is cut along the edges of its labels: short lines beyond the outer labels, as far as the paper has room. */
export function cutMarks(sheet: Sheet): Line[] {
  const { columns, rows, width, height, left, top } = sheet;
  const paper = PAPERS[sheet.paper];
  const far = cornerOf(sheet, labelsOf(sheet) - 1);
  const [right, bottom] = [far.x + width, far.y + height];
  const edges = (count: number, first: (index: number) => number, size: number) => [
    ...new Set(
      Array.from({ length: count }, (_, at) => [first(at), first(at) + size])
        .flat()
        .map(thousandth),
    ),
  ];
  const across = edges(columns, (at) => cornerOf(sheet, at).x, width);
  const down = edges(rows, (at) => cornerOf(sheet, at * columns).y, height);
  const before = (edge: number) => [Math.max(0, edge - MARK.gap - MARK.length), edge - MARK.gap] as const;
  const behind = (edge: number, whole: number) =>
    [edge + MARK.gap, Math.min(whole, edge + MARK.gap + MARK.length)] as const;
  const lines = [
    ...across.flatMap((x) =>
      [before(top), behind(bottom, paper.height)].map(([y1, y2]) => ({ x1: x, y1, x2: x, y2 })),
    ),
    ...down.flatMap((y) =>
      [before(left), behind(right, paper.width)].map(([x1, x2]) => ({ x1, y1: y, x2, y2: y })),
    ),
  ];
  return lines.filter(({ x1, y1, x2, y2 }) => x2 > x1 || y2 > y1);
}

const thousandth = (value: number): number => Math.round(value * 1000) / 1000;
