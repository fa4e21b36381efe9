import type { Labels, Sheet } from './values.ts';

/** Millimetres of a typographer's point. */
export const POINT_MM = 25.4 / 72;
/** Of the height of letters in mm: what is read at arm's length, and no louder than the code. */
const TEXT = { min: 1.9, max: 3.2, share: 1 / 13 } as const;
/** Of lines, in heights of letters. */
const LEADING = 1.3;
/** Room around what is printed, as a share of the label's shorter side: no printer hits a label on the millimetre. */
const PADDING = 0.05;
/** Of a wide label with its text beside it. */
const MAX_SHARE_BESIDE = 0.6;

export interface LabelLayout {
  /** Side of the picture and where it stands, mm from the label's corner. */
  code: { x: number; y: number; side: number };
  /** Of each line its base line; `x` is its middle, or its left edge where the text stands beside the code. */
  lines: { x: number; y: number }[];
  isCentred: boolean;
  /** Height of the letters and room for a line, mm. */
  text: { size: number; width: number };
}

/** Where the picture and the lines of a label stand. The same in the preview and on paper. */
export function labelLayout(
  { width, height }: Pick<Sheet, 'width' | 'height'>,
  { texts, text_place }: Pick<Labels, 'texts' | 'text_place'>,
): LabelLayout {
  const short = Math.min(width, height);
  const padding = short * PADDING;
  const size = Math.min(TEXT.max, Math.max(TEXT.min, short * TEXT.share));
  const leading = size * LEADING;
  const count = texts.length;
  const block = count * leading;
  if (text_place === 'below' || count === 0) {
    const side = Math.min(width - 2 * padding, height - 2 * padding - block);
    const y = (height - side - block) / 2;
    const lines = Array.from({ length: count }, (_, at) => ({
      x: width / 2,
      y: y + side + at * leading + size,
    }));
    const code = { x: (width - side) / 2, y, side };
    return { code, lines, isCentred: true, text: { size, width: width - 2 * padding } };
  }
  const side = Math.min(height - 2 * padding, (width - 3 * padding) * MAX_SHARE_BESIDE);
  const x = 2 * padding + side;
  const first = (height - block) / 2;
  return {
    code: { x: padding, y: (height - side) / 2, side },
    lines: Array.from({ length: count }, (_, at) => ({ x, y: first + at * leading + size })),
    isCentred: false,
    text: { size, width: width - x - padding },
  };
}

export interface LabelWords {
  name: string;
  short_url: string;
  number: number;
}

/** The lines of a label, as they are read. */
export const linesOf = ({ texts }: Pick<Labels, 'texts'>, words: LabelWords): string[] =>
  texts.map((text) =>
    text === 'number'
      ? String(words.number)
      : text === 'short_url'
        ? words.short_url.replace(/^https?:\/\//, '')
        : words.name,
  );
