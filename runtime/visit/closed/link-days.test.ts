import { expect, test } from 'bun:test';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { LinkDays } from './link-days.ts';
import { figureAt, idsOf } from './pack-rows.ts';

const { BSON, Double, Long, ObjectId } = mongoose.mongo;

interface Day {
  link: number;
  owner: number;
  day: number;
  figures: [views: number, fresh: number, crawlers: number];
}

// Ids that differ in their first, in a middle and in their last bytes, so that their order is that of all bytes.
const IDS = ['00ff00000000000000000000', 'ff0000000000000000000000', '000000000001000000000000']
  .concat(['000000000000000000000001', '0000000000000000000000ff', '0000000000000000000100ff'])
  .map((id) => new ObjectId(id));
const idOf = (number: number) => IDS[number] as (typeof IDS)[number];

const figure = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 2 ** 31 - 1 }));
const days = fc.record({
  link: fc.integer({ min: 0, max: IDS.length - 1 }),
  owner: fc.integer({ min: 0, max: IDS.length - 1 }),
  day: fc.integer({ min: 20261101, max: 20261103 }),
  figures: fc.tuple(figure, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })),
});

/** The store has numbers in three forms. */
const stored = (value: number, form: number) =>
  form === 0 ? value : form === 1 ? new Double(value) : Long.fromNumber(value);

test('what is read from stored bytes is the sum of each link and owner, a moved day counted once', () => {
  const forms = fc.integer({ min: 0, max: 2 });
  fc.assert(
    fc.property(
      fc.array(days, { maxLength: 40 }),
      fc.uniqueArray(days, { selector: ({ link }) => link }),
      forms,
      (earlier, standing, form) => {
        const sums = new LinkDays();
        const fields = ({ owner, figures: [views, fresh, crawlers], day }: Day) => ({
          owner: idOf(owner),
          views: stored(views, form),
          day: stored(day, form),
          fresh: stored(fresh, form),
          crawlers: stored(crawlers, form),
        });
        for (const one of standing) {
          const { owner, ...today } = fields(one);
          sums.addStanding(BSON.serialize({ _id: idOf(one.link), owner, today }));
        }
        for (const one of earlier) sums.addDay(BSON.serialize({ link: idOf(one.link), ...fields(one) }));

        const wanted = new Map<string, number[]>();
        const isMoved = (one: Day) => earlier.some(({ link, day }) => link === one.link && day === one.day);
        for (const one of [...earlier, ...standing.filter((day) => !isMoved(day))]) {
          const key = `${idOf(one.link)}${idOf(one.owner)}`;
          const known = wanted.get(key) ?? [0, 0, 0];
          wanted.set(
            key,
            known.map((sum, index) => sum + (one.figures[index] as number)),
          );
        }
        if ([...wanted.values()].flat().some((sum) => sum > 2 ** 32 - 1)) {
          expect(() => sums.sum()).toThrow(RangeError);
          return;
        }
        const rows = sums.sum();
        const linkAt = idsOf(rows);
        const told = Array.from({ length: rows.count }, (_, row) => [
          linkAt(row),
          ...[0, 1, 2].map((index) => figureAt(rows, row, index)),
        ]);
        const inOrder = [...wanted].sort(([left], [right]) => (left < right ? -1 : 1));
        expect(told).toEqual(inOrder.map(([key, figures]) => [key.slice(0, 24), ...figures]));
      },
    ),
  );
});

test('a figure that fits into no row is refused, not told as another', () => {
  for (const views of [2 ** 32, -1])
    expect(() => new LinkDays().addDay(BSON.serialize({ views: new Double(views) }))).toThrow(RangeError);
});

test('a document with anything else is refused', () => {
  const sums = new LinkDays();
  expect(() => sums.addDay(BSON.serialize({ link: idOf(0), note: 1 }))).toThrow('not asked for');
  expect(() => sums.addDay(BSON.serialize({ link: idOf(0), views: 'many' }))).toThrow('BSON type 2');
  expect(() => sums.addDay(BSON.serialize({ views: idOf(0) }))).toThrow('BSON type 7');
});
