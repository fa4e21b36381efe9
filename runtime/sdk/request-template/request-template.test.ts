import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { answerAt, requestTemplate } from './index.ts';

const sample = (name: string) => ({ url: `https://${name}.example/`, key: name });
const template = requestTemplate({ samples: [sample('a'), sample('b')], asked: ['url'] });

test('whatever a value is, the host that is asked stays what the operator wrote, and no header ends in it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (url, key) => {
      const values = { url: url.toWellFormed(), key: key.toWellFormed() };
      const address = new URL(template.fillAddress('https://api.example/{key}?u={url}', values));
      expect([address.host, address.searchParams.get('u')]).toEqual(['api.example', values.url]);
      const [[name, value] = ['', '']] = template.fillHeaders('X-Key: {key}', values);
      expect([name, /[\r\n]/.test(value)]).toEqual(['X-Key', false]);
    }),
  );
});

test('a name that is none of the kind is told, and what stands there stays', () => {
  const written = {
    method: 'GET',
    endpoint: 'https://api.example/{url}/{constructor}',
    headers: '',
    body: '',
  };
  expect(template.faults(written)).toEqual([{ path: 'endpoint', fault: 'braces' }]);
  expect(template.fillAddress('/{constructor}', sample('a'))).toBe('/{constructor}');
});

test('nothing is read of an answer but what it holds itself', () => {
  expect(answerAt('{"a":[{"b":0}]}', 'a.0.b')).toBe(0);
  for (const path of ['a.1', '__proto__', 'a.0.b.toString'])
    expect([path, answerAt('{"a":[{"b":0}]}', path)]).toEqual([path, undefined]);
  expect([answerAt('plain', ''), answerAt('plain', 'a')]).toEqual(['plain', undefined]);
});
