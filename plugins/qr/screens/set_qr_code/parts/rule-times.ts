/** A day as rules have it (20261231) as `2026-12-31`. */
export function dayText(day: unknown): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})$/.exec(String(day)) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${date}`;
}

/** `2026-12-31` as rules have days. */
export function dayOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? Number(text.replaceAll('-', ''))
    : undefined;
}
