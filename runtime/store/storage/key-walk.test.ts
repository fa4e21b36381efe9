import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Connection } from './connection.ts';
import { type KeyPlace, keyWalk } from './key-walk.ts';

const KEYS = 6;
const bytes = (key: number) => new Uint8Array([key, 7]);
const rows = fc.uniqueArray(fc.record({ key: fc.nat(KEYS), rid: fc.nat(30) }), {
  selector: ({ key, rid }) => key * 100 + rid,
  maxLength: 60,
});
const range = fc.tuple(fc.nat(KEYS + 1), fc.nat(KEYS + 1));

test('a walk in portions has each key of its range once, in order, however many rows have the same', () => {
  fc.assert(
    fc.property(
      rows,
      range,
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (made, ends, limit, isBackward) => {
        const [low, high] = ends;
        const database = new Database(':memory:');
        database.run(
          'CREATE TABLE x(key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY(key, rid)) WITHOUT ROWID',
        );
        for (const { key, rid } of made) database.run('INSERT INTO x VALUES (?, ?)', [bytes(key), rid]);
        const connection = { prepare: (sql: string) => database.query(sql) } as Pick<Connection, 'prepare'>;
        const wanted = made
          .filter(({ key }) => key >= low && key < high)
          .toSorted((one, other) => one.key - other.key || one.rid - other.rid)
          .map(({ rid }) => rid);
        if (isBackward) wanted.reverse();

        const walk = keyWalk('x', 'key', isBackward);
        const [begin, end] = isBackward ? [high, low] : [low, high];
        const found: number[] = [];
        let counted = 0;
        let from: KeyPlace | undefined = { key: bytes(begin), rid: -1 };
        while (from !== undefined) {
          const { numbers, portion } = walk.numbers(connection, from, bytes(end), limit);
          expect(walk.count(connection, from, bytes(end), limit)).toEqual(portion);
          found.push(...numbers);
          counted += portion.own + portion.beyond;
          const isEnd: boolean = numbers.length < limit;
          from = isEnd ? undefined : walk.placeAfter(connection, from, bytes(end), portion);
        }
        expect(found).toEqual(wanted);
        expect(counted).toBe(wanted.length);
        database.close();
      },
    ),
  );
});
