import { expect, test } from 'bun:test';
import type { PublicPageReader } from '../services/public-pages/public-pages.ts';
import { BUILT_IN_LANGUAGES } from '../visit/answers/page-languages.ts';
import { createPublicPageHandler } from './public-page.ts';

const PICTURE = 'ab'.repeat(16);
const pages: PublicPageReader = {
  page: async (address, locale) => {
    if (address === 'away') return 'away';
    if (address !== 'privacy' && address !== 'door/oak-2') return 'none';
    return {
      found: {
        locale,
        locales: ['zh-CN', 'en-US'] as const,
        title: 'Privacy <b>',
        html: `<p>Nothing</p><img data-picture="${PICTURE}" alt="a door" />`,
      },
    };
  },
  picture: async (_address, picture) => (picture === PICTURE ? { found: new Uint8Array([1, 2]) } : 'none'),
};
const handle = createPublicPageHandler({
  pages,
  title: () => 'Waypost',
  languages: BUILT_IN_LANGUAGES,
  standard: () => 'en-US',
  refuse: (kind) => new Response(kind, { status: kind === 'unknown' ? 404 : 503 }),
});
const get = (path: string, init: RequestInit = {}) =>
  handle(new Request(`https://go.example${path}`, init), new URL(path, 'https://go.example').pathname);

test('a stranger reads the page in a box in which nothing runs, and that nobody frames', async () => {
  const answer = await get('/page/privacy', { headers: { 'accept-language': 'en' } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toStartWith("sandbox; default-src 'none'; img-src 'self'; style-src 'sha256-");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('allow-');
  expect(policy).not.toContain('script-src');
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
  expect(answer.headers.get('content-language')).toBe('en-US');
  const html = await answer.text();
  expect(html).toContain('<h1>Privacy &lt;b&gt;</h1>');
  expect(html).toContain(`<img src="/page/privacy/${PICTURE}.png" alt="a door" />`);
  // The languages that it is written in, and no others.
  expect(html).toContain('href="/page/privacy?locale=zh-CN"');
  expect(html).not.toContain('sw-KE');
  expect(html).not.toContain('<script');
});

test('the language of the address goes before that of the browser', async () => {
  const asked = { headers: { 'accept-language': 'en' } };
  expect((await get('/page/privacy?locale=zh-CN', asked)).headers.get('content-language')).toBe('zh-CN');
  // Texts are written in three languages: whoever asks for another one reads the operator's default.
  const french = await get('/page/privacy', { headers: { 'accept-language': 'fr' } });
  expect(french.headers.get('content-language')).toBe('en-US');
  expect(await french.text()).toContain('<nav aria-label="语言">');
});

test('what is not there is not found, and a store that is away is told so', async () => {
  for (const path of [
    '/page/',
    '/page/none',
    '/page/privacy/x',
    '/page/a/b/c',
    `/page/privacy/${'0'.repeat(32)}.png`,
    '/page/%2e%2e',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect((await get('/page/away')).status).toBe(503);
});

test('a picture is one whatever a browser takes it for; what is known is not sent again', async () => {
  const answer = await get(`/page/privacy/${PICTURE}.png`);
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  const page = await get('/page/privacy');
  const again = await get('/page/privacy', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  const head = await get('/page/privacy', { method: 'HEAD' });
  expect(await head.text()).toBe('');
});

test('a page of a branch stands at two segments, its pictures and languages below the same', async () => {
  const answer = await get('/page/door/oak-2', { headers: { 'accept-language': 'en' } });
  const html = await answer.text();
  expect(answer.status).toBe(200);
  expect(html).toContain(`src="/page/door/oak-2/${PICTURE}.png"`);
  expect(html).toContain('href="/page/door/oak-2?locale=zh-CN"');
  expect((await get(`/page/door/oak-2/${PICTURE}.png`)).headers.get('content-type')).toBe('image/png');
  for (const path of ['/page/door/', '/page/door/Oak', '/page/door/oak/2', '/page/door/oak.png'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});
