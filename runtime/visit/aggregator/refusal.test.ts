import { expect, test } from 'bun:test';
import mongoose from 'mongoose';
import { mayRefuse } from './refusal.ts';
import { AggregationConflict } from './store-commands.ts';

const { BSON, MongoNetworkError, MongoServerError, MongoServerSelectionError } = mongoose.mongo;

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('only what a batch holds makes it smaller: a store that is away gets the same one again', () => {
  const tooLarge = thrownBy(() =>
    BSON.serialize({ documents: Array.from({ length: 20 }, () => ({ text: 'x'.repeat(2 ** 20) })) }),
  );
  expect(mayRefuse(tooLarge)).toBe('content');
  expect(mayRefuse(new MongoServerError({ message: 'too large', code: 10334 }))).toBe('content');
  expect(mayRefuse(new MongoNetworkError('gone'))).toBe('passes');
  expect(mayRefuse(new MongoServerSelectionError('nobody', {} as never))).toBe('passes');
  const conflict = { message: 'write conflict', code: 112, errorLabels: ['TransientTransactionError'] };
  expect(mayRefuse(new MongoServerError(conflict))).toBe('passes');
  expect(mayRefuse(new AggregationConflict('changed'))).toBe('passes');
  expect(mayRefuse(Object.assign(new Error('no space'), { code: 'ENOSPC' }))).toBe('passes');
  expect(mayRefuse(new MongoServerError({ message: 'disk', code: 14031 }))).toBe('unclear');
});
