import type { Contour, ContourPoint } from './glyph-contours.ts';
import type { TrueTypeFont } from './true-type.ts';

/** A step of an outline: move, line, cubic curve, close. */
export interface OutlineStep {
  to: 'M' | 'L' | 'C' | 'Z';
  points: readonly number[];
}

export interface OutlinePlace {
  /** The middle of the line and its base line, y downwards. */
  x: number;
  y: number;
  /** Of the letters; the line is smaller where it would be wider than `width`. */
  size: number;
  width: number;
}

/** A line of text as outlines, to be filled by the nonzero rule: what is drawn needs no font any more. A letter that no font has is left out. */
export function textOutline(
  fonts: readonly TrueTypeFont[],
  text: string,
  { x, y, size: wanted, width }: OutlinePlace,
): OutlineStep[] {
  const letters = [...text.normalize('NFC')].flatMap((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const font = fonts.find((one) => one.glyphOf(code) !== 0);
    if (font === undefined) return [];
    const glyph = font.glyphOf(code);
    return [{ font, glyph, width: font.widthOf(glyph) / font.unitsPerEm }];
  });
  const whole = letters.reduce((sum, letter) => sum + letter.width, 0);
  const size = Math.min(wanted, width / Math.max(whole, 1));
  let left = x - (whole * size) / 2;
  return letters.flatMap(({ font, glyph, width: wide }) => {
    const scale = size / font.unitsPerEm;
    const from = left;
    left += wide * size;
    const place = ({ x: right, y: up }: Pick<ContourPoint, 'x' | 'y'>): [number, number] => [
      from + right * scale,
      y - up * scale,
    ];
    return font.contours(glyph).flatMap((contour) => stepsOf(contour, place));
  });
}

type Place = (point: Pick<ContourPoint, 'x' | 'y'>) => [number, number];

/** Between two control points the outline passes through their middle. */
function stepsOf(contour: Contour, place: Place): OutlineStep[] {
  const [first] = contour;
  if (first === undefined) return [];
  const start = contour.find(({ isOn }) => isOn) ?? middle(first, contour.at(-1) ?? first);
  const begin = Math.max(0, contour.indexOf(start));
  const around = [...contour.slice(begin), ...contour.slice(0, begin)];
  const steps: OutlineStep[] = [{ to: 'M', points: place(start) }];
  let now = start;
  const curve = (control: ContourPoint, end: ContourPoint) => {
    const third = (from: ContourPoint) => ({
      x: from.x + ((control.x - from.x) * 2) / 3,
      y: from.y + ((control.y - from.y) * 2) / 3,
    });
    steps.push({ to: 'C', points: [...place(third(now)), ...place(third(end)), ...place(end)] });
    now = end;
  };
  for (const [at, point] of around.entries()) {
    const next = around[at + 1] ?? start;
    if (!point.isOn) curve(point, next.isOn ? next : middle(point, next));
    else if (point !== start) {
      if (point !== now) steps.push({ to: 'L', points: place(point) });
      now = point;
    }
  }
  return [...steps, { to: 'Z', points: [] }];
}

const middle = (one: ContourPoint, other: ContourPoint): ContourPoint => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
  isOn: true,
});
