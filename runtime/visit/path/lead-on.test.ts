import { expect, test } from 'bun:test';
import { readTemplate, type TemplatePart, type VisitLink } from '@waypost/contract';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const visitPath = useVisitPath();
const TARGET = `https://t.example/?q='"><script>alert(1)</script>`;

function start(html: string, change: Partial<VisitLink>) {
  const read = readTemplate(html);
  if ('fault' in read) throw new Error('the template is refused');
  const template: { parts: readonly TemplatePart[] | undefined } = { parts: read.parts };
  const link = testLink({
    jump_type: 1,
    targets: [{ url: TARGET, weight: 1, threshold: 1 }],
    ...change,
  });
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const path = visitPath.start({
    index,
    plugins: new Set(['qr']),
    now: () => 0,
    templates: { of: (jumpType) => (jumpType === link.jump_type ? template.parts : undefined) },
  });
  const get = (method = 'GET', headers: Record<string, string> = { 'accept-language': 'en' }) =>
    fetch(`${path.origin}/abc`, { method, redirect: 'manual', headers });
  return { get, template, visits: path.visits };
}

test('the page of a template is shown in its box, filled in, and counts as the built-in one does', async () => {
  const { get, template, visits } = start(
    '<html lang="{{language}}"><h1>{{name}}</h1><a href="{{target}}">{{open}}</a><b>{{code}} {{title}}</b>',
    { name: '<Menü>' },
  );
  const answer = await get();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': 'sandbox allow-scripts allow-top-navigation',
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en-US',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  const page = await answer.text();
  expect(page).toStartWith('<html lang="en-US"><h1>&#60;Menü&#62;</h1><a href="https://t.example/?q');
  expect(page).toContain('<b>abc Opening…</b>');
  expect(page).toContain('/#/report_abuse?locale=en-US&amp;address=');
  expect(page).not.toContain('alert(1)');
  expect((await get('HEAD')).headers.get('content-security-policy')).toStartWith('sandbox allow-scripts');
  expect((await get('GET', { 'sec-purpose': 'prefetch' })).status).toBe(200);
  // Back to the built-in page in the midst of it.
  template.parts = undefined;
  expect((await get()).headers.get('content-security-policy')).toStartWith("default-src 'none'");
  expect(await visits()).toHaveLength(2);
});

test('a code that was published without a name is told by its code', async () => {
  const { get } = start('<h1>{{name}}</h1>{{jump}}', {});
  expect(await (await get()).text()).toStartWith('<h1>abc</h1><script>location.replace("\\u0068');
});

const MEANS: [VisitLink['jump_type'], string][] = [
  [1, '<script>location.replace("'],
  [2, '<meta http-equiv="refresh" content="0;url=https://t.example/?q'],
  [3, '<script>location.href="'],
  [4, '<script>window.open("'],
  [5, '<script>window.open("'],
];
test.each(MEANS)('jump type %d keeps its means where the template wants them', async (jump_type, begin) => {
  const { get } = start('{{jump}}', { jump_type });
  const answer = await get();
  expect(await answer.text()).toStartWith(begin);
  // Only the new tab needs more than the box has, and nothing needs the origin.
  const tabs = jump_type === 4 ? ' allow-popups allow-popups-to-escape-sandbox' : '';
  expect(answer.headers.get('content-security-policy')).toBe(
    `sandbox allow-scripts allow-top-navigation${tabs}`,
  );
});

test('a redirect has no page, whatever is in force', async () => {
  const { get } = start('{{jump}}', { jump_type: 6 });
  const answer = await get();
  expect([answer.status, answer.headers.get('location')?.startsWith('https://t.example/')]).toEqual([
    302,
    true,
  ]);
});
