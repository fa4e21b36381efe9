import { describe, expect, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import { readJson } from './body.ts';

const read = (body: string, type = 'application/json', headers: Record<string, string> = {}) =>
  readJson(
    new Request('http://localhost/', { method: 'POST', body, headers: { 'content-type': type, ...headers } }),
    { limit: 1_000_000 },
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
    expect(await read(nested)).toEqual([422, 'body_too_complex', undefined]);
  });

  test('one more than the limit is refused by what came, not by what is in it', async () => {
    const codeOf = (body: string) => {
      const request = new Request('http://localhost/', { method: 'POST', body: new Blob([body]).stream() });
      return readJson(request, { limit: 100 }).catch((error: unknown) => (error as AppError).code);
    };
    expect(await codeOf(`"${'x'.repeat(98)}"`)).toBe('x'.repeat(98));
    expect(await codeOf('['.repeat(101))).toBe('body_too_large');
    expect(await codeOf('['.repeat(100))).toBe('body_too_complex');
  });

  test('whoever sends half a body and then nothing is not waited for without end', async () => {
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
    });
    const request = new Request('http://localhost/', { method: 'POST', body: half });
    const failure = await readJson(request, { limit: 100, timeMs: 1 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 408, code: 'body_too_slow' });
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
