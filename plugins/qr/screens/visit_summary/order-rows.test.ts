import { expect, test } from 'bun:test';
import type { OwnerDay } from '@waypost/sdk';
import fc from 'fast-check';
import { FIGURES } from './calls.ts';
import { orderRows } from './order-rows.ts';

const figure = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 ** 28 }));
const anyRow = fc.record({
  owner: fc.constantFrom('a1', 'b2', 'c3'),
  day: fc.constantFrom(20_260_430, 20_260_501, 20_260_502),
  view_number: figure,
  ip_view_number: figure,
  new_visitor_number: figure,
  bot_view_number: figure,
  expired_view_number: figure,
}) as fc.Arbitrary<OwnerDay>;

test('pages put together are all rows once, in the order of a plain sort', () => {
  fc.assert(
    fc.property(
      fc.array(anyRow, { maxLength: 40 }),
      fc.constantFrom('day', ...FIGURES),
      fc.constantFrom('asc', 'desc'),
      fc.integer({ min: 1, max: 9 }),
      (rows, sort_field, sort_order, take) => {
        const pages: OwnerDay[] = [];
        for (let skip = 0; skip < rows.length; skip += take)
          pages.push(...(orderRows(rows, { sort_field, sort_order }, { skip, take }) as OwnerDay[]));
        expect(new Set(pages)).toEqual(new Set(rows));
        expect(pages).toHaveLength(rows.length);
        const sign = sort_order === 'asc' ? 1 : -1;
        const plain = rows.toSorted((left, right) => (left[sort_field] - right[sort_field]) * sign);
        expect(pages.map((row) => row[sort_field])).toEqual(plain.map((row) => row[sort_field]));
        if (sort_field !== 'day') return;
        for (const [index, row] of pages.entries()) {
          const before = pages[index - 1];
          if (before?.day === row.day) expect(before.view_number).toBeGreaterThanOrEqual(row.view_number);
        }
      },
    ),
  );
});
