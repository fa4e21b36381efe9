import { expect, test } from 'bun:test';
import { readTemplate, type VisitLink } from '@waypost/contract';
import { hashSource } from '../answers/document.ts';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const visitPath = useVisitPath();
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Mobile/15E148 Safari/604.1';
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/125.0 Mobile Safari/537.36';
const DESK = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/125.0 Safari/537.36';

function start(change: Partial<VisitLink>, html?: string) {
  const apps = { ios: 'https://app.example/a?b=1&c=2', android: 'shop://open?x=1&y=2' };
  const link = testLink({
    jump_type: 1,
    rotation_model: 3,
    name: 'Shop',
    targets: [
      { url: 'https://t.example/one', apps, weight: 1, threshold: 1 },
      { url: 'https://t.example/two', weight: 1, threshold: 1 },
    ],
    ...change,
  });
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const read = html === undefined ? undefined : readTemplate(html);
  const parts = read !== undefined && 'parts' in read ? read.parts : undefined;
  const path = visitPath.start({
    index,
    plugins: new Set(['qr']),
    now: () => 0,
    templates: { of: () => parts },
  });
  return async (agent: string) => {
    const answer = await fetch(`${path.origin}/abc`, {
      redirect: 'manual',
      headers: { 'user-agent': agent },
    });
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy'), answer };
  };
}

test('the app of the target whose turn it is is tried on its system, and the policy names the script', async () => {
  const get = start({});
  const first = await get(IPHONE);
  expect(first.text).toContain('data-app="https://app.example/a?b=1&amp;c=2"');
  expect(first.text).toContain('href="https://t.example/one"');
  const script = /<script>(.*?)<\/script>/.exec(first.text)?.[1] ?? '';
  expect(script).toContain('location.replace');
  expect(first.policy).toContain(hashSource(script));
  // The second target has no app.
  expect((await get(PIXEL)).text).not.toContain('data-app');
  expect((await get(PIXEL)).text).toContain('data-app="shop://open?x=1&amp;y=2"');
  expect((await get(DESK)).text).not.toContain('data-app');
  expect((await get(DESK)).text).not.toContain('data-app');
});

test('a page without a script has one for the app, and leads on by itself after the wait', async () => {
  const { text } = await start({ jump_type: 2 })(PIXEL);
  expect(text).toContain('<meta http-equiv="refresh" content="2;url=https://t.example/one">');
  expect(text).toContain('<script>location.href=document');
});

test('a template tries the app by the built-in jump', async () => {
  const { text } = await start({}, '{{jump}}')(PIXEL);
  expect(text).toContain('location.href="\\u0073\\u0068\\u006f\\u0070');
  expect(text).toContain('setTimeout(function(){if(!document.hidden){location.replace("');
});

test('a redirect tries none', async () => {
  const { answer } = await start({ jump_type: 6 })(PIXEL);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://t.example/one']);
});
