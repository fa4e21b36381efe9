import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { documentOf, toPlain } from '../value/index.ts';
import { compileMatch, partOf, restOf } from './index.ts';

const matches = (filter: Record<string, unknown>, document: Record<string, unknown>) =>
  compileMatch(documentOf(filter), {}).test(documentOf(document));

const PATHS = ['a', 'b', 'c'];
const value = fc.constantFrom<unknown>(1, 2, null, 'x', [1, 2]);
const condition = fc.oneof(
  value,
  fc.record(
    { $in: fc.array(fc.constantFrom<unknown>(1, 2, null, 'x'), { maxLength: 3 }) },
    { noNullPrototype: true },
  ),
  fc.record({ $gt: fc.constantFrom<unknown>(1, 'w') }, { noNullPrototype: true }),
  fc.record({ $ne: fc.constantFrom<unknown>(1, null) }, { noNullPrototype: true }),
);
const clause = fc.dictionary(fc.constantFrom(...PATHS), condition, { maxKeys: 2, noNullPrototype: true });
const filters = fc
  .record(
    { own: clause, all: fc.array(clause, { minLength: 1, maxLength: 3 }), any: clause },
    { noNullPrototype: true },
  )
  .map(({ own, all, any }) => ({ ...own, $and: [...all, { $and: [any, { $or: [any, { b: 1 }] }] }] }));
const documents = fc.dictionary(fc.constantFrom(...PATHS), value, { noNullPrototype: true });

test('what a path does not say is asked of its rows still, and nothing else: nobody is counted who does not match', () => {
  fc.assert(
    fc.property(filters, documents, fc.subarray(PATHS), (filter, document, said) => {
      const rest = restOf(documentOf(filter), said);
      const onSaid = restOf(documentOf(filter), [...PATHS.filter((path) => !said.includes(path)), '$or']);
      fc.pre(compileMatch(onSaid, {}).test(documentOf(document)));
      expect(compileMatch(rest, {}).test(documentOf(document))).toBe(matches(filter, document));
    }),
  );
});

test('a filter of which all is said is empty', () => {
  const filter = documentOf({ a: 1, $and: [{ b: { $in: [1] } }, { $and: [{ c: null }] }] });
  expect(toPlain(restOf(filter, PATHS))).toEqual({});
});

test('what a path says and what it does not say are together all that is asked: a row is ruled out by nothing else', () => {
  fc.assert(
    fc.property(filters, documents, fc.subarray(PATHS), (filter, document, said) => {
      const [part, rest] = [partOf, restOf].map((of) =>
        compileMatch(of(documentOf(filter), said), {}).test(documentOf(document)),
      );
      expect(part && rest).toBe(matches(filter, document));
    }),
  );
});
