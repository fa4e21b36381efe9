import { expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { shapeOf } from './shape-of.ts';

test('an operator reads which fields are asked for, and nobody’s data', () => {
  const shape = shapeOf({
    find: 'system_account',
    filter: {
      account: 'wang@example.com',
      $or: [{ owner: 'secret' }, { ip: { $in: ['192.0.2.7', '192.0.2.8'] } }],
    },
    sort: { create_time: -1 },
    limit: 20,
    lsid: { id: 'x' },
  });
  expect(shape).toBe('filter{account,$or[{owner},{ip{$in}}]} sort{create_time}');
});

test('stages of a pipeline are told one by one', () => {
  const pipeline = [{ $match: { at: new Date() } }, { $group: { _id: '$owner', n: { $sum: 1 } } }];
  expect(shapeOf({ aggregate: 'c', pipeline })).toBe('pipeline[{$match{at}},{$group{_id,n{$sum}}}]');
});

test('what stands in names is no less secret: counters under addresses, days and ids', () => {
  const shape = shapeOf({
    update: 'c',
    updates: [
      { q: { _id: new mongo.ObjectId() }, u: { $inc: { 'by_ip.192.0.2.7.n': 1, 'days.2026-11-26': 1 } } },
    ],
  });
  expect(shape).toBe('updates[{q{_id},u{$inc{by_ip.*.*.*.*.n,days.*}}}]');
});

test('two questions that differ in their values alone have one shape, also with longer lists', () => {
  const ask = (ids: number[]) => shapeOf({ find: 'c', filter: { _id: { $in: ids } } });
  expect(ask([1])).toBe(ask([1, 2, 3]));
});

test('however much is sent, a shape stays short', () => {
  const wide = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`field_${'x'.repeat(at % 40)}`, 1]),
  );
  expect(shapeOf({ find: 'c', filter: wide }).length).toBeLessThanOrEqual(400);
});
