/** A round upper end of an axis: 1, 2 or 5 times a power of ten, at least `largest` and at least 4. */
export function niceTop(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}

/** Whole figures from 0 to `top` for the grid lines. */
export function ticksOf(top: number, count = 4): number[] {
  const ticks = Array.from({ length: count + 1 }, (_, index) => (top / count) * index);
  return ticks.filter((tick) => Number.isInteger(tick));
}

/** `M … L …` through the middle of each slot; `height` is the plot's, values count from its bottom. */
export function linePath(values: readonly number[], width: number, height: number, top: number): string {
  const slot = width / values.length;
  return values
    .map((value, index) => {
      const x = round(slot * index + slot / 2);
      const y = round(height - (value / top) * height);
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}

/** A line from edge to edge, for a figure's small curve. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const top = Math.max(...values, 1);
  const step = values.length > 1 ? width / (values.length - 1) : width;
  return values
    .map(
      (value, index) =>
        `${index === 0 ? 'M' : 'L'}${round(step * index)} ${round(height - (value / top) * height)}`,
    )
    .join('');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
