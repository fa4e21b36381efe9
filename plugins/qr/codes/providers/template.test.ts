import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readAnswer } from './read-answer.ts';
import { fillAddress, fillBody, fillHeaders, templateFaults } from './template.ts';
import { GENERATION_PRESETS, GENERATION_TYPES } from './values.ts';

const values = { url: 'https://example.com/?a=1&b="2"', code: 'aB3', secret: 's3cret' };
const server = {
  kind: 'http',
  method: 'GET',
  endpoint: 'https://api.example/?u={url}',
  headers: '',
  body: '',
};

describe('what an operator writes is filled in', () => {
  test('each value as its place needs it: nothing of an address gets out of its place', () => {
    expect(fillAddress('https://api.example/{code}?u={url}', values)).toBe(
      'https://api.example/aB3?u=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D%222%22',
    );
    const { body, type } = fillBody('{"url":"{url}","key":"{secret}"}', values);
    expect([JSON.parse(body), type]).toEqual([{ url: values.url, key: 's3cret' }, 'application/json']);
    expect(new URLSearchParams(fillBody('url={url}&x=1', values).body).get('url')).toBe(values.url);
    expect(fillHeaders('Authorization: Bearer {secret}\n\nX-One:1', values)).toEqual([
      ['Authorization', 'Bearer s3cret'],
      ['X-One', '1'],
    ]);
  });

  test('whatever address is shortened, a header field can be sent with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (url) => {
        const [[name, value] = ['', '']] = fillHeaders('X-Long: 长 {url}', { ...values, url });
        expect(new Headers([[name, value]]).get('x-long')).toBe(value.trim());
      }),
    );
  });

  test('whatever address is shortened, JSON stays JSON and a form has the same fields', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (url) => {
        const { body } = fillBody('{"url":"{url}"}', { ...values, url });
        expect(JSON.parse(body)).toEqual({ url });
      }),
    );
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const form = new URLSearchParams(fillBody('a=1&url={url}&b=2', { ...values, url }).body);
        expect([...form]).toEqual([
          ['a', '1'],
          ['url', url],
          ['b', '2'],
        ]);
      }),
    );
  });
});

describe('what cannot be asked so is refused when it is written', () => {
  const faults = (change: Partial<typeof server>) =>
    templateFaults({ ...server, ...change }).map(({ path, fault }) => `${path} ${fault}`);

  test('a right one has no fault, and what is our own asks nothing', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ kind: 'self', endpoint: '' })).toEqual([]);
  });

  test('an endpoint that is none, that visitors could choose, or that is always the same', () => {
    expect(faults({ endpoint: 'ftp://api.example/{url}' })).toEqual(['endpoint endpoint']);
    expect(faults({ endpoint: 'https://{code}.example/?u={url}' })).toEqual(['endpoint endpoint_host']);
    expect(faults({ endpoint: 'https://api.example/' })).toEqual(['endpoint endpoint_url']);
    expect(faults({ endpoint: 'https://me:pass@api.example/{url}' })).toEqual(['endpoint endpoint']);
    expect(faults({ endpoint: 'https://api.example/{url}{password}' })).toEqual(['endpoint braces']);
  });

  test('header fields that frame the request, or hold another one', () => {
    for (const headers of [
      'Host: inner.example',
      'content-length: 3',
      'No colon here',
      'A b: c',
      'X: a\rY: b',
    ])
      expect([headers, faults({ headers })]).toEqual([headers, ['headers headers']]);
  });
});

test('the address is read where it stands, and nothing else is taken for one', () => {
  const json = JSON.stringify({ data: { links: [{ short: 'https://s.example/a' }], code: 7 } });
  expect(readAnswer(json, 'data.links.0.short')).toBe('https://s.example/a');
  expect(readAnswer(' https://s.example/b\n', '')).toBe('https://s.example/b');
  for (const path of [
    'data.code',
    'data.links',
    'data.links.1.short',
    '__proto__.x',
    'data.links.length',
    '',
  ])
    expect([path, readAnswer(json, path)]).toEqual([path, undefined]);
  for (const text of ['javascript:alert(1)', '{"url":"//evil"}', '<html>', '', 'https://a:b@s.example/'])
    expect([text, readAnswer(text, ''), readAnswer(text, 'url')]).toEqual([text, undefined, undefined]);
});

test('all thirteen types have a preset, and none of them names a service', () => {
  expect(GENERATION_TYPES).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  expect(JSON.stringify(GENERATION_PRESETS)).not.toMatch(/https?:|www|\.(com|cn|net)/);
});
