import { describe, expect, test } from 'bun:test';
import { knownFailure } from './known-failure.ts';

const named = (name: string, fields: object = {}) => Object.assign(new Error('x'), { name }, fields);

describe('what the store throws', () => {
  test.each([
    [named('MongoNetworkError'), 'store_unavailable'],
    [named('MongoServerSelectionError'), 'store_unavailable'],
    [named('MongoServerError', { code: 11_600 }), 'store_unavailable'],
    [named('MongoServerError', { code: 50 }), 'timed_out'],
    [named('MongoBulkWriteError', { errorResponse: named('MongoNetworkError') }), 'store_unavailable'],
    [named('MongoBulkWriteError', { code: 11_000, errorResponse: { code: 11_000 } }), 'duplicate'],
    [named('MongoServerError', { code: 11_000, keyPattern: { domain: 1, code: 1 } }), 'duplicate'],
  ])('%s is known', (error, code) => {
    expect(knownFailure(error)?.code).toBe(code);
  });

  test('a taken value names each field of its index', () => {
    const error = named('MongoServerError', { code: 11_000, keyPattern: { domain: 1, code: 1 } });
    expect(knownFailure(error)?.errors.map((issue) => issue.path)).toEqual(['domain', 'code']);
  });

  test('of one that is unique for each owner the fault stands where somebody can mend it', () => {
    const taken = (keyPattern: object) =>
      knownFailure(named('MongoServerError', { code: 11_000, keyPattern }))?.errors.map(({ path }) => path);
    expect(taken({ owner: 1, serial: 1 })).toEqual(['serial']);
    expect(taken({ owner: 1 })).toEqual(['owner']);
  });

  test('anything else is a fault of ours', () => {
    for (const error of [new TypeError('x'), 'text', undefined, named('MongoServerError', { code: 2 })])
      expect(knownFailure(error)).toBeUndefined();
  });
});
