import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { VisitLink, VisitTarget } from '@waypost/contract';
import { compileLink } from '../links/compiled-link.ts';
import { type Content, contentId, contentOf } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const visitPath = useVisitPath();

const picture: Content = { kind: 'picture', bytes: Buffer.from('pixels') };
const pressed: VisitTarget = { picture: contentId(picture), weight: 1, threshold: 1 };
const card: VisitTarget = {
  contact: {
    name: '<b>Ana; “Ann” Müller',
    organization: 'Tea, Ltd',
    phones: ['+254 700-123 456'],
    emails: ['ana+tea@t.example'],
    website: 'https://t.example/a?b=1&c=2',
    address: 'Moi Avenue 1',
    note: 'one\ntwo',
  },
  weight: 1,
  threshold: 1,
};
/** Where a page has its picture, or its card. */
const partIn = (html: string) => /(?:src|href)="(\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';

const written = (html: string): VisitTarget => ({ page: { html }, weight: 1, threshold: 1 });
const address = (url: string): VisitTarget => ({ url, weight: 1, threshold: 1 });

function start(targets: VisitTarget[], kept: 'memory' | 'disk' | 'nowhere', change: Partial<VisitLink> = {}) {
  const link = testLink({ targets, rotation_model: 3, ...change });
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const shown = targets.flatMap((target): [string, Content][] => {
    const found = contentOf(target);
    return found === undefined ? [] : [[found.id, found.content ?? picture]];
  });
  const path = visitPath.start({
    index,
    plugins: new Set(['qr']),
    now: () => 0,
    contents: {
      inMemory: new Map(kept === 'memory' ? shown : []),
      elsewhere: new Map(kept === 'disk' ? shown : []),
    },
  });
  const get = (method = 'GET', headers: Record<string, string> = {}, query = '') =>
    fetch(`${path.origin}/abc${query}`, { method, redirect: 'manual', headers });
  /** The first line of what is answered to a Host header that no client of ours would send. */
  const statusLine = (host: string, query = '') =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(path.origin).port), '127.0.0.1', () =>
        socket.write(`GET /abc${query} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      );
      let text = '';
      socket.on('data', (part: Buffer) => {
        text += part.toString('latin1');
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
    });
  return { get, statusLine, visits: path.visits };
}

test('a page is shown in the place of a redirect, and counts once it is answered', async () => {
  const { get, visits } = start([written('<h1>ours</h1>')], 'memory');
  const answer = await get('GET', { 'accept-language': 'en' });
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toStartWith('<h1>ours</h1>\n<footer');
  expect(text).toContain('Report this link');
  expect((await get('HEAD')).headers.get('content-security-policy')).toBe(
    'sandbox allow-scripts allow-top-navigation',
  );
  expect((await get('GET', { 'sec-purpose': 'prefetch' })).status).toBe(200);
  expect(await visits()).toHaveLength(1);
});

test('what is not in memory is waited for, and nothing is counted twice meanwhile', async () => {
  const { get, visits } = start([written('one'), address('https://t.example/'), written('two')], 'disk');
  const bodies: string[] = [];
  for (let visit = 0; visit < 4; visit++) {
    const answer = await get();
    bodies.push(answer.headers.get('location') ?? (await answer.text()).slice(0, 3));
  }
  expect(bodies).toEqual(['one', 'https://t.example/', 'two', 'one']);
  expect(await visits()).toHaveLength(4);
});

test('what is nowhere to be had now is 503 and not counted', async () => {
  const { get, visits } = start([written('one')], 'nowhere');
  expect((await get()).status).toBe(503);
  expect(await visits()).toEqual([]);
});

test('a frozen link shows nothing of its page', async () => {
  const { get } = start([written('phishing')], 'memory', { state: 'frozen' });
  const answer = await get();
  expect([answer.status, (await answer.text()).includes('phishing')]).toEqual([451, false]);
});

test('no address that people enter is taken for a content', () => {
  const entered = { ...address('content:aaaa'), weight: 1 };
  expect(() => start([entered], 'memory')).toThrow('not allowed');
});

test('a picture has a page in the visitor’s language and is sent as nothing but a picture; the page counts, once', async () => {
  const { get, visits } = start([address('https://t.example/'), pressed], 'disk', { access_mode: 2 });
  const token = testScanTokens.scanToken({ id: 'a1'.repeat(12), host: '', code: 'abc' });
  const scanned = `?s=${token}`;
  expect((await get('GET', {}, scanned)).status).toBe(302);
  const page = await get('GET', { 'accept-language': 'sw' }, scanned);
  const html = await page.text();
  expect([page.status, page.headers.get('content-language')]).toEqual([200, 'sw-KE']);
  expect(html).toContain('Bonyeza na ushikilie picha');
  expect(html).toContain('Ripoti kiungo hiki');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; img-src 'self';");

  const shown = await get('GET', {}, partIn(html));
  expect(await shown.text()).toBe('pixels');
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  // Without what let the page be seen the picture is not to be had either.
  expect((await get('GET', {}, partIn(html).replace(token, 'guess'))).status).toBe(403);
  expect((await get('GET', {}, `${scanned}&waypost_part=${'A'.repeat(43)}`)).status).toBe(404);
  expect((await get('HEAD', {}, partIn(html))).headers.get('content-type')).toBe('image/png');
  expect(await visits()).toHaveLength(2);
});

test('a contact has a page whose words stay text, and a card to save', async () => {
  const { get, visits } = start([card], 'memory');
  const page = await get('GET', { 'accept-language': 'en' });
  const html = await page.text();
  expect(html).toContain('<h1>&lt;b&gt;Ana; “Ann” Müller</h1><p>Tea, Ltd</p>');
  expect(html).toContain('<a href="tel:+254700123456"');
  expect(html).toContain('<a href="mailto:ana%2Btea%40t.example"');
  expect(html).toContain('Save contact');
  expect(page.headers.get('content-security-policy')).toStartWith("default-src 'none'; style-src");
  const saved = await get('GET', {}, partIn(html));
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'text/vcard; charset=utf-8',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="contact\.vcf"; filename\*=UTF-8''[^'";]+\.vcf$/,
    ),
    'x-content-type-options': 'nosniff',
  });
  expect(await saved.text()).toBe(
    [
      'BEGIN:VCARD',
      'VERSION:4.0',
      'KIND:individual',
      'FN:<b>Ana\\; “Ann” Müller',
      'ORG:Tea\\, Ltd',
      'TEL;VALUE=uri:tel:+254700123456',
      'EMAIL:ana+tea@t.example',
      'URL:https://t.example/a?b=1&c=2',
      'ADR:;;Moi Avenue 1;;;;',
      'NOTE:one\\ntwo',
      'END:VCARD',
      '',
    ].join('\r\n'),
  );
  expect(await visits()).toHaveLength(1);
});

test('no name of a person and no name of a host keeps a contact from being shown and saved', async () => {
  // Half of a character, as it is left when a text is cut by its length.
  const half: VisitTarget = { contact: { name: 'Ana \ud83d' }, weight: 1, threshold: 1 };
  const { get, statusLine } = start([half], 'memory');
  const part = partIn(await (await get()).text());
  const saved = await get('GET', {}, part);
  expect([saved.status, saved.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="contact.vcf"; filename*=UTF-8''Ana%20%EF%BF%BD.vcf`,
  ]);
  for (const host of ['[', 'a:99999', 'a%zz', 'a b'])
    for (const query of ['', part])
      expect([host, query, await statusLine(host, query)]).toEqual([host, query, 'HTTP/1.1 200 OK']);
});

test('a host that is none opens nothing that only a scan opens, and fails nothing', async () => {
  const { statusLine } = start([address('https://t.example/')], 'memory', { access_mode: 2 });
  for (const host of ['[', 'a:99999'])
    expect([host, await statusLine(host)]).toEqual([host, 'HTTP/1.1 403 Forbidden']);
});
