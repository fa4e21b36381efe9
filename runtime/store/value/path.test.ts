import { describe, expect, test } from 'bun:test';
import { documentOf, getPath, toPlain } from './index.ts';

const at = (plain: Record<string, unknown>, path: string) => {
  const { values, ...flags } = getPath(documentOf(plain), path);
  return { ...flags, values: values.map((value) => toPlain(value)) };
};

describe('getPath', () => {
  test('follows documents', () => {
    expect(at({ a: { b: 1 } }, 'a.b')).toEqual({ values: [1], isMissing: false, isMultikey: false });
    expect(at({ a: 5 }, 'a.b')).toEqual({ values: [], isMissing: true, isMultikey: false });
    expect(at({}, 'a')).toEqual({ values: [], isMissing: true, isMultikey: false });
  });

  test('hands out the elements of a last array, then the array', () => {
    expect(at({ a: [1, [2]] }, 'a')).toEqual({
      values: [1, [2], [1, [2]]],
      isMissing: false,
      isMultikey: true,
    });
    expect(at({ a: [] }, 'a')).toEqual({ values: [[]], isMissing: false, isMultikey: true });
  });

  test('walks through arrays of documents one level deep, and by index', () => {
    expect(at({ a: [{ b: 1 }, { b: [2, 3] }, {}, 7] }, 'a.b')).toEqual({
      values: [1, 2, 3, [2, 3]],
      isMissing: true,
      isMultikey: true,
    });
    expect(at({ a: [[{ b: 1 }]] }, 'a.b').values).toEqual([]);
    expect(at({ a: [[{ b: 1 }]] }, 'a.0.b').values).toEqual([1]);
    expect(at({ a: [7, 8] }, 'a.1').values).toEqual([8]);
    expect(at({ a: [{ 1: 'field' }, 'element'] }, 'a.1').values).toEqual(['field', 'element']);
  });
});
