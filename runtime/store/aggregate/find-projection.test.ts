import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { documents } from '../value/arbitrary-values.ts';
import {
  type Document,
  decodeDocument,
  documentOf,
  encodeDocument,
  fieldsCutter,
  toPlain,
} from '../value/index.ts';
import { compileFindProjection } from './index.ts';

type Plain = Record<string, unknown>;

const project = (document: Plain, projection: Plain, arrayIndex?: number): unknown =>
  toPlain(compileFindProjection(documentOf(projection)).apply(documentOf(document), arrayIndex));

const document = { _id: 1, a: [1, 2, 3, 4], b: { c: [5, 6] }, d: [{ e: 1, f: 1 }, { e: 2 }], g: 7 };

describe('find projections', () => {
  test('include, exclude and compute', () => {
    expect(project(document, {})).toEqual(document);
    expect(project(document, { g: 1 })).toEqual({ _id: 1, g: 7 });
    expect(project(document, { g: 1, _id: 0 })).toEqual({ g: 7 });
    expect(project(document, { _id: 0, a: 0, b: 0, d: 0 })).toEqual({ g: 7 });
    expect(project(document, { _id: 1 })).toEqual({ _id: 1 });
    expect(project(document, { h: { $add: ['$g', 1] } })).toEqual({ _id: 1, h: 8 });
  });

  test('$slice keeps the other fields unless something is included', () => {
    expect(project({ _id: 1, a: [1, 2, 3], g: 7 }, { a: { $slice: 2 } })).toEqual({
      _id: 1,
      a: [1, 2],
      g: 7,
    });
    expect(project({ _id: 1, a: [1, 2, 3], g: 7 }, { a: { $slice: -1 } })).toEqual({ _id: 1, a: [3], g: 7 });
    expect(project({ _id: 1, a: [1, 2, 3], g: 7 }, { a: { $slice: [1, 1] }, _id: 1 })).toEqual({
      _id: 1,
      a: [2],
    });
    expect(project({ _id: 1, a: [1, 2, 3], g: 7 }, { g: 1, a: { $slice: [-2, 1] } })).toEqual({
      _id: 1,
      a: [2],
      g: 7,
    });
    expect(project(document, { 'b.c': { $slice: 1 }, _id: 0, a: 0, d: 0, g: 0 })).toEqual({ b: { c: [5] } });
  });

  test('$elemMatch and the positional operator give one element', () => {
    expect(project(document, { d: { $elemMatch: { e: 2 } } })).toEqual({ _id: 1, d: [{ e: 2 }] });
    expect(project(document, { d: { $elemMatch: { e: 9 } } })).toEqual({ _id: 1 });
    expect(project(document, { 'a.$': 1 }, 2)).toEqual({ _id: 1, a: [3] });
    expect(() => project(document, { 'a.$': 1 })).toThrow('positional');
  });

  test('what is cut out of stored bytes is what is left of the decoded document', () => {
    const paths = fc.uniqueArray(fc.constantFrom('a', 'b', '0', 'é', 'a.b', 'b.a', '0.a.b', 'é.0', '_id'), {
      minLength: 1,
    });
    fc.assert(
      fc.property(documents, paths, fc.boolean(), (stored, wanted, hasId) => {
        const whole: Document = new Map([...(hasId ? [['_id', 1] as const] : []), ...stored]);
        const free = wanted.filter((path) => !wanted.some((other) => path.startsWith(`${other}.`)));
        const { kept, apply } = compileFindProjection(
          documentOf(Object.fromEntries(free.map((path) => [path, 1]))),
        );
        const bytes = encodeDocument(whole);
        const cut = kept && fieldsCutter(kept)(bytes);
        // Within arrays it is left to whoever decodes.
        if (cut === undefined) expect(free.some((path) => path.includes('.'))).toBe(true);
        else expect(Buffer.from(cut)).toEqual(Buffer.from(encodeDocument(apply(decodeDocument(bytes)))));
      }),
    );
  });

  test('bytes that end too soon are refused', () => {
    const bytes = encodeDocument(documentOf({ _id: 1, b: { c: 'text', d: 2 } }));
    const cut = fieldsCutter(new Map([['b', new Map([['d', undefined]])]]));
    for (let length = 0; length < bytes.length; length++)
      expect(() => cut(bytes.slice(0, length))).toThrow('invalid BSON');
  });
});
