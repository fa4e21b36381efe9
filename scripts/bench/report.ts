/** A named threshold and whether it holds. */
export interface Check {
  name: string;
  expected: string;
  actual: string;
  isMet: boolean;
}

export function atLeast(name: string, actual: number, limit: number, unit = ''): Check {
  return { name, expected: `≥ ${limit}${unit}`, actual: `${round(actual)}${unit}`, isMet: actual >= limit };
}

export function atMost(name: string, actual: number, limit: number, unit = ''): Check {
  return { name, expected: `≤ ${limit}${unit}`, actual: `${round(actual)}${unit}`, isMet: actual <= limit };
}

/** Every answered visit is counted; what is counted and not answered was cut off by the end of the load. */
export function countedCheck(name: string, surplus: number, allowance: number): Check {
  const isMet = surplus >= 0 && surplus <= allowance;
  return {
    name: `counted − answered: ${name}`,
    expected: `0 … ${allowance}`,
    actual: String(surplus),
    isMet,
  };
}

/** Three significant digits below 100, whole numbers above. */
export function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((first, second) => first - second);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Rows as text in columns; the first row is the head. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
