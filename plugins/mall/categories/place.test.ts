import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MOST_SORT, ShowStatus } from '../catalogue/values.ts';
import { type CategoryFacts, placeBelow, placeFault, placesBelow } from './place.ts';

const idOf = (number: number) => number.toString(16).padStart(24, '0');

/** Trees of up to 40 categories: each stands in an earlier one, or in none. */
const trees = fc
  .array(
    fc.record({
      superior: fc.nat(50),
      sort: fc.integer({ min: 0, max: MOST_SORT }),
      isShown: fc.boolean(),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((made) =>
    made.map(
      ({ superior, sort, isShown }, at): CategoryFacts => ({
        _id: idOf(at + 1),
        title: `Category ${at}`,
        sort,
        show_status: isShown ? ShowStatus.shown : ShowStatus.hidden,
        superior: at === 0 || superior === 0 ? null : idOf((superior % at) + 1),
      }),
    ),
  );

function placesOf(rows: readonly CategoryFacts[]) {
  const tops = rows.filter(({ superior }) => superior === null);
  return new Map(
    tops.flatMap((top) => {
      const place = placeBelow(undefined, top);
      return [[top._id, place] as const, ...placesBelow({ ...place, _id: top._id }, rows)];
    }),
  );
}

describe('places of categories', () => {
  test('in their order each stands behind what it stands in, and before what stands beside that', () => {
    fc.assert(
      fc.property(trees, (rows) => {
        const places = placesOf(rows);
        expect(places.size).toBe(rows.length);
        const ordered = [...places].toSorted(([, left], [, right]) =>
          left.tree_key < right.tree_key ? -1 : 1,
        );
        const read: string[] = [];
        const follow = (superior: string | null): void => {
          const below = rows
            .filter((row) => row.superior === superior)
            .toSorted((left, right) => right.sort - left.sort || (left._id < right._id ? -1 : 1));
          for (const { _id } of below) {
            read.push(_id);
            follow(_id);
          }
        };
        follow(null);
        expect(ordered.map(([id]) => id)).toEqual(read);
      }),
    );
  });

  test('what stands in a hidden one is not visible, and says so by its superiors alone', () => {
    fc.assert(
      fc.property(trees, (rows) => {
        const byId = new Map(rows.map((row) => [row._id, row]));
        const isShown = ({ show_status, superior }: CategoryFacts): boolean =>
          show_status === ShowStatus.shown && (superior === null || isShown(byId.get(superior) as never));
        for (const [id, { is_visible, path, depth }] of placesOf(rows)) {
          expect(is_visible).toBe(isShown(byId.get(id) as CategoryFacts));
          expect([path.at(-1), path.length]).toEqual([id, depth]);
        }
      }),
    );
  });

  test('none is put into itself, into what stands in it, or too deep', () => {
    const top = placeBelow(undefined, facts(1, null));
    const second = placeBelow(top, facts(2, 1));
    const own = { _id: idOf(1), depth: 1 };
    expect(placeFault(top, own, [])).toBe('cycle');
    expect(placeFault(second, own, [{ depth: 2 }])).toBe('cycle');
    const other = placeBelow(undefined, facts(9, null));
    expect(placeFault(other, own, [{ depth: 4 }])).toBeUndefined();
    expect(placeFault(other, own, [{ depth: 5 }])).toBe('levels');
  });
});

const facts = (number: number, superior: number | null): CategoryFacts => ({
  _id: idOf(number),
  title: 'x',
  sort: 0,
  show_status: ShowStatus.shown,
  superior: superior === null ? null : idOf(superior),
});
