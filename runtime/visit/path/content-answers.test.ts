import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VisitLink, VisitTarget } from '@waypost/contract';
import { compileLink } from '../links/compiled-link.ts';
import { type Content, contentOf } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { startTestVisitPath } from '../testing/test-visit-path.ts';

let directory = '';
let stop: () => Promise<void> = async () => {};
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-content-'));
});
afterEach(async () => {
  await stop();
  rmSync(directory, { recursive: true });
});

const written = (html: string): VisitTarget => ({ page: { html }, weight: 1, threshold: 1 });
const address = (url: string): VisitTarget => ({ url, weight: 1, threshold: 1 });

function start(targets: VisitTarget[], kept: 'memory' | 'disk' | 'nowhere', change: Partial<VisitLink> = {}) {
  const link: VisitLink = {
    id: 'a1'.repeat(12),
    owner: '0123456789abcdef01234567',
    plugin: 'qr',
    host: '',
    code: 'abc',
    state: 'on',
    targets,
    rotation_model: 3,
    jump_type: 6,
    access_mode: 1,
    visit_restriction: 1,
    open_log: 1,
    ...change,
  };
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const shown = targets.flatMap((target): [string, Content][] => {
    const found = contentOf(target);
    return found === undefined ? [] : [[found.id, found.content]];
  });
  const path = startTestVisitPath({
    index,
    directory,
    plugins: new Set(['qr']),
    now: () => 0,
    contents: {
      inMemory: new Map(kept === 'memory' ? shown : []),
      elsewhere: new Map(kept === 'disk' ? shown : []),
    },
  });
  stop = path.stop;
  const get = (method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`${path.origin}/abc`, { method, redirect: 'manual', headers });
  return { get, visits: path.visits };
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
