export interface ChartLine {
  name: string;
  /** One for each place on the axis; null: nothing is known, which is shown as a gap. */
  values: readonly (number | null)[];
}

/** From where on a figure is worth a warning, or worse. */
export interface ChartLimit {
  name: string;
  value: number;
  tone: 'warning' | 'bad';
}

/** Room above the highest line, as a share. */
const ROOM = 1.1;
/** Limits within so many times the highest figure are drawn all: what is next is what matters then. */
const REACH = 4;

/**
 * Points of a line: those that stand alone between two gaps are dots, because a line of one point is not seen.
 * All others have no mark.
 */
export function pointsOf(
  values: readonly (number | null)[],
): (number | '-' | { value: number; symbol: string })[] {
  return values.map((value, index) => {
    if (value === null) return '-';
    const isAlone = (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
    return { value, symbol: isAlone ? 'circle' : 'none' };
  });
}

/**
 * The axis reaches over all lines and the first of the limits: lines that lie far below it say that all is well. Those above
 * it are within reach once lines come near; until then they are told and not drawn.
 */
export function upperEnd(lines: readonly ChartLine[], limits: readonly ChartLimit[]): number {
  const most = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const values = limits.map(({ value }) => value);
  const first = values.length === 0 ? 0 : Math.min(...values);
  const top = Math.max(most, first, ...values.filter((value) => value <= most * REACH));
  return top === 0 ? 1 : nice(top * ROOM);
}

/** Between two lines of the axis: so many of them fit that each has a round figure, of tenths at the finest, as figures are told. */
export function stepOf(top: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(top) + 1e-9);
  const first = Math.round((top / power) * 10) / 10;
  const isFive = first === 5 || (first === 1 && top <= 1);
  const step = top / ([1.5, 3, 6].includes(first) ? 3 : isFive ? 5 : 4);
  if (isWhole) return Math.max(1, Math.ceil(step));
  return top < 10 ? Math.ceil(step * 10 - 1e-9) / 10 : step;
}

/** The next of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten. */
function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((one) => one * power >= value - power * 1e-9) ?? 10;
  return step * power;
}
