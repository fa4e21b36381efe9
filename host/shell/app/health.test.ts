import { expect, test } from 'bun:test';
import { ApiError } from '../../sdk/client/ApiError.ts';
import { healthOf } from './health.ts';

const of = (code: string, status: number) => healthOf(new ApiError({ code, status, message: '' }));

test('the banner tells no connection from a server that cannot work', () => {
  expect(of('network', 0)).toBe('unreachable');
  expect(of('store_unavailable', 503)).toBe('unready');
  expect(of('maintenance', 503)).toBe('maintenance');
  expect(healthOf(undefined)).toBe('ok');
});

test('a refused call means that the server is there; a fault of one call says nothing', () => {
  expect(of('invalid_input', 422)).toBe('ok');
  expect(of('internal', 500)).toBeUndefined();
});
