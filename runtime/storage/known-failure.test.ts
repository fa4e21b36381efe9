import { describe, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { knownFailure } from './known-failure.ts';

const named = (name: string, fields: object = {}) => Object.assign(new Error('x'), { name }, fields);
/** As the driver throws what the server says to a write of several collections. */
const wrapped = (cause: Error) =>
  Object.assign(new mongo.MongoClientBulkWriteError({ message: 'x' }), { cause });

/** By a code that is not known, as long as it says that it may be tried again. */
const labelled = (label: string) => new mongo.MongoServerError({ code: 9_999, errorLabels: [label] });

describe('what the store throws', () => {
  test.each([
    [named('MongoNetworkError'), 'store_unavailable'],
    [named('MongoServerSelectionError'), 'store_unavailable'],
    [named('PoolClearedOnNetworkError'), 'store_unavailable'],
    [named('MongoStalePrimaryError'), 'store_unavailable'],
    [named('MongoWaitQueueTimeoutError'), 'store_unavailable'],
    [named('MongoServerError', { code: 11_600 }), 'store_unavailable'],
    ...[43, 64, 89, 112, 189, 251, 262, 10_107].map(
      (code) => [named('MongoServerError', { code }), 'store_unavailable'] as const,
    ),
    [named('MongoWriteConcernError', { code: 64 }), 'store_unavailable'],
    [named('MongoServerError', { code: 50 }), 'store_too_slow'],
    ...[24, 100, 133, 246].map((code) => [named('MongoServerError', { code }), 'store_unavailable'] as const),
    ...['TransientTransactionError', 'UnknownTransactionCommitResult'].map(
      (label) => [labelled(label), 'store_unavailable'] as const,
    ),
    [named('MongoServerError', { code: 11_601 }), 'work_ended'],
    [named('MongoBulkWriteError', { errorResponse: named('MongoNetworkError') }), 'store_unavailable'],
    ...(
      [
        [189, 'store_unavailable'],
        [11_601, 'work_ended'],
        [50, 'store_too_slow'],
      ] as const
    ).map(([code, known]) => [wrapped(named('MongoServerError', { code })), known] as const),
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
