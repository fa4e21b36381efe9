import { expect, test } from 'bun:test';
import { answersByPath } from '../plugin/answers/declared-answers.ts';
import { createKnownAnswerHandler } from './known-answers.ts';

/** Asks as somebody who holds a connection from `peer`. */
function ask(peer: string, headers: Record<string, string>, query = ''): boolean {
  const handle = createKnownAnswerHandler({
    book: { find: () => 'yes' },
    peerOf: () => peer,
    internalToken: 'secret',
    ownHosts: () => new Set(),
  });
  const url = `http://127.0.0.1:6009/internal/tls${query}`;
  return handle(new Request(url, { headers }), '/internal/tls') !== undefined;
}

test('another machine is not this one, whatever its headers say of it', () => {
  const here = { host: '127.0.0.1:6009' };
  expect(ask('127.0.0.1', here)).toBe(true);
  expect(ask('::1', { host: '[::1]:6009' })).toBe(true);
  expect(ask('::ffff:127.0.0.1', { host: 'localhost' })).toBe(true);
  for (const claim of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'])
    expect([claim, ask('203.0.113.9', { ...here, [claim]: '127.0.0.1' })]).toEqual([claim, false]);
  expect(ask('203.0.113.9', { ...here, authorization: 'Bearer secret' })).toBe(true);
  expect(ask('203.0.113.9', here, '?token=secret')).toBe(true);
  for (const wrong of ['', 'Secret', 'secret2'])
    expect(ask('203.0.113.9', { ...here, authorization: `Bearer ${wrong}` })).toBe(false);
  expect(ask('', here)).toBe(false);
});

test('who comes through a proxy on this machine is not this machine, whatever name they ask it for', () => {
  // `curl -H 'Host: localhost' https://links.example/internal/tls?…`: the proxy passes that name on, as it is told to.
  for (const host of ['localhost', '127.0.0.1', '127.0.0.1:6009', '[::1]'])
    for (const added of [
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-real-ip',
      'forwarded',
      'via',
    ])
      expect([host, added, ask('127.0.0.1', { host, [added]: '127.0.0.1' })]).toEqual([host, added, false]);
  expect(ask('127.0.0.1', { host: 'localhost', via: '1.1 proxy', authorization: 'Bearer secret' })).toBe(
    true,
  );
});

test('two plugins answer no path together, but any number of them challenges', () => {
  const [one, two] = ['one', 'two'];
  const at = (plugin: string, path: string) => ({ plugin, answer: { path } });
  expect(() => answersByPath([at(one, '/internal/tls'), at(two, '/internal/tls')])).toThrow(
    '/internal/tls is answered by one already',
  );
  const nonce = '/.well-known/waypost/:nonce';
  expect([...answersByPath([at(one, nonce), at(two, nonce), at(two, '/internal/two')]).keys()]).toEqual([
    nonce,
    '/internal/two',
  ]);
});

test('the installation’s own names need no plugin to have certificates, and nothing that is no name has one', () => {
  const own = ['go.example', 'xn--bcher-kva.example', '192.0.2.1', 'office', 'localhost', '[2001:db8::1]'];
  const handle = createKnownAnswerHandler({
    book: { find: () => undefined },
    peerOf: () => '127.0.0.1',
    internalToken: 'secret',
    ownHosts: () => new Set(own),
  });
  const isAnswered = (path: string, name: string) => {
    const url = `http://127.0.0.1:6009${path}?domain=${encodeURIComponent(name)}`;
    return handle(new Request(url, { headers: { host: '127.0.0.1:6009' } }), path) !== undefined;
  };
  for (const name of ['go.example', 'GO.example.', 'bücher.example'])
    expect([name, isAnswered('/internal/tls', name)]).toEqual([name, true]);
  for (const name of [
    'other.example',
    'x.go.example',
    '',
    '192.0.2.1',
    'office',
    'localhost',
    '[2001:db8::1]',
  ])
    expect([name, isAnswered('/internal/tls', name)]).toEqual([name, false]);
  expect(isAnswered('/internal/other', 'go.example')).toBe(false);
});
