import { expect, test } from 'bun:test';
import { type Document, encodeKey, fromPlain, type Value } from '../value/index.ts';
import { compileIndex } from './index-definition.ts';
import { encodeTuple, indexKeysOf } from './index-keys.ts';

const index = (key: Record<string, number>, options: Record<string, unknown> = {}) =>
  compileIndex(1, fromPlain({ key, name: 'test', ...options }) as Document);
const keysOf = (definition: ReturnType<typeof index>, document: unknown): string[] =>
  indexKeysOf(definition, fromPlain(document) as Document).keys.map((key) =>
    Buffer.from(key).toString('hex'),
  );
const expected = (definition: ReturnType<typeof index>, ...tuples: unknown[][]): string[] =>
  tuples.map((tuple) =>
    Buffer.from(
      encodeTuple(
        definition,
        tuple.map((value) => fromPlain(value) as Value),
      ),
    ).toString('hex'),
  );

test('a field, a missing field, and each element of an array', () => {
  const one = index({ a: 1 });
  expect(keysOf(one, { a: 5 })).toEqual([Buffer.from(encodeKey(fromPlain(5) as Value)).toString('hex')]);
  expect(keysOf(one, {})).toEqual(expected(one, [null]));
  expect(keysOf(one, { a: [1, 2, 1] })).toEqual(expected(one, [1], [2]));
  expect(keysOf(one, { a: [] })).toEqual(expected(one, [[]]));
  expect(keysOf(one, { a: [[1, 2], 3] })).toEqual(expected(one, [[1, 2]], [3]));
});

test('paths through one array keep the values of an element together', () => {
  const pair = index({ 'a.b': 1, 'a.c': -1, d: 1 });
  expect(keysOf(pair, { a: [{ b: 1, c: 2 }, { b: 3 }], d: 9 })).toEqual(
    expected(pair, [1, 2, 9], [3, null, 9]),
  );
  expect(keysOf(index({ 'a.1': 1 }), { a: [7, 8] })).toEqual(expected(index({ 'a.1': 1 }), [8]));
  expect(() => keysOf(index({ a: 1, b: 1 }), { a: [1], b: [2] })).toThrow('parallel arrays');
});

test('sparse and partial indexes leave documents out', () => {
  const sparse = index({ a: 1, b: 1 }, { sparse: true });
  expect(keysOf(sparse, { c: 1 })).toEqual([]);
  expect(keysOf(sparse, { b: 1 })).toEqual(expected(sparse, [null, 1]));
  const partial = index({ a: 1 }, { partialFilterExpression: { state: 'on' } });
  expect(keysOf(partial, { a: 1, state: 'off' })).toEqual([]);
  expect(keysOf(partial, { a: 1, state: 'on' })).toEqual(expected(partial, [1]));
});
