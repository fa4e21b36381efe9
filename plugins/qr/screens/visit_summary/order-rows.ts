import type { SummaryQuery, SummedDay } from './find-rows.ts';

/** Rows are told apart by their place, which has so many bits of a key; 31 days of 8,000 customers have room. */
const PLACE_BITS = 18;
const PLACES = 2 ** PLACE_BITS;
/** Bits of a figure beside a day: a thousand million visits of one day are the most that is told apart. */
const FIGURE_LIMIT = 2 ** 29;
const LIMIT = 2 ** 53 / PLACES;

/**
 * The rows of one page, `take` from `skip` on, in an order that a query asks for. Keys are sorted as numbers, each with the
 * place of its row in it, so that of 155,000 rows none but those of the page are touched again.
 */
export function orderRows(
  rows: readonly SummedDay[],
  { sort_field = 'day', sort_order = 'desc' }: SummaryQuery,
  { skip, take }: { skip: number; take: number },
): SummedDay[] {
  if (rows.length > PLACES) return slowly(rows, { sort_field, sort_order }).slice(skip, skip + take);
  const ranks = rankDays(rows, sort_order);
  const keys = new Float64Array(rows.length);
  for (const [place, row] of rows.entries()) {
    const first =
      sort_field === 'day'
        ? (ranks.get(row.day) as number) * FIGURE_LIMIT +
          (FIGURE_LIMIT - 1 - capped(row.view_number, FIGURE_LIMIT))
        : sort_order === 'asc'
          ? capped(figureOf(row, sort_field), LIMIT)
          : LIMIT - 1 - capped(figureOf(row, sort_field), LIMIT);
    keys[place] = first * PLACES + place;
  }
  return [...keys.sort().subarray(skip, skip + take)].map((key) => rows[key % PLACES] as SummedDay);
}

type SortField = NonNullable<SummaryQuery['sort_field']>;

const figureOf = (row: SummedDay, field: SortField): number =>
  field === 'ip_view_number' && !('ip_view_number' in row) ? 0 : (row as Record<SortField, number>)[field];

const capped = (value: number, limit: number): number => Math.min(Math.max(value, 0), limit - 1);

function rankDays(rows: readonly SummedDay[], order: 'asc' | 'desc'): Map<number, number> {
  const days = [...new Set(rows.map(({ day }) => day))].sort((left, right) =>
    order === 'asc' ? left - right : right - left,
  );
  return new Map(days.map((day, rank) => [day, rank]));
}

function slowly(
  rows: readonly SummedDay[],
  { sort_field, sort_order }: { sort_field: SortField; sort_order: 'asc' | 'desc' },
): SummedDay[] {
  const sign = sort_order === 'asc' ? 1 : -1;
  return rows.toSorted(
    (left, right) =>
      (figureOf(left, sort_field) - figureOf(right, sort_field)) * sign ||
      right.view_number - left.view_number,
  );
}
