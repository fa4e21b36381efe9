import { describe, expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import { readJson } from './body.ts';

const read = (body: string, type = 'application/json', headers: Record<string, string> = {}) =>
  readJson(
    new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type, ...headers } }),
  ).catch((error: unknown) =>
    error instanceof AppError ? [error.status, error.code, error.errors[0]?.path] : error,
  );

describe('readJson', () => {
  test('a NUL in a text or a name is refused where it stands; a backslash before "u0000" is none', async () => {
    expect(await read('{"list":[{"name":"a\\u0000"}]}')).toEqual([422, 'invalid_input', 'list.0.name']);
    expect(await read('{"a":{"b\\u0000":1}}')).toEqual([422, 'invalid_input', 'a']);
    expect(await read('"\\u0000"')).toEqual([422, 'invalid_input', '']);
    expect(await read('{"a":"\\\\u0000"}')).toEqual({ a: '\\u0000' });
  });

  test('depth is no way to break it', async () => {
    const depth = 100_000;
    const nested = `${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`;
    expect(await read(nested)).toEqual([422, 'invalid_input', expect.any(String)]);
  });

  test('what a form of a foreign page can send is refused; an empty body says nothing and passes', async () => {
    for (const type of [
      'text/plain',
      'text/plain;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'Multipart/Form-Data; boundary=x',
    ]) {
      for (const page of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        expect(await read('{}', type, page)).toEqual([415, 'not_json_type', undefined]);
        expect(await read('', type, page)).toEqual({});
      }
      // A script that names no type, or the one that its tool picks, is no page.
      expect(await read('{}', type)).toEqual({});
    }
    expect(await read('{}', 'application/json; charset=utf-8')).toEqual({});
  });
});
