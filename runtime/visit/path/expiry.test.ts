import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import fc from 'fast-check';
import { FLAG_EXPIRED } from '../journal/format.ts';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { readSnapshot, writeSnapshot } from '../links/snapshot.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const END = 'https://t.example/over';
const NOW = Date.UTC(2026, 0, 1);
const GONE = 410;

const visitPath = useVisitPath();

const linkWith = (change: Partial<VisitLink>) =>
  testLink({ targets: [{ url: 'https://t.example/usual', weight: 1, threshold: 1 }], ...change });
const put = (index: LinkIndex, link: VisitLink, views = 0) =>
  index.put({
    id: Buffer.from(link.id, 'hex'),
    host: '',
    code: link.code,
    compiled: compileLink(link, views),
  });

function start(change: Partial<VisitLink>, index = new LinkIndex(), journalId = 'j') {
  put(index, linkWith(change));
  const path = visitPath.start({ index, plugins: new Set(['qr']), now: () => NOW, journalId });
  return {
    ...path,
    index,
    /** The target's path, or the status. */
    visit: async (headers: Record<string, string> = {}, method = 'GET') => {
      const answer = await fetch(`${path.origin}/abc`, {
        redirect: 'manual',
        method,
        headers: { 'user-agent': 'people', ...headers },
      });
      const to = answer.headers.get('location');
      return to === null ? answer.status : new URL(to).pathname;
    },
  };
}

describe('a code that expires after some visits', () => {
  test('lets as many people in as was said and no one else, whatever comes between', async () => {
    const { visit } = start({ expires_after: 3 });
    expect(await visit()).toBe('/usual');
    expect(await visit({ 'user-agent': 'Googlebot/2.1' })).toBe('/usual');
    expect(await visit({ 'user-agent': 'Uptime-Kuma/1.23.16' })).toBe('/usual');
    expect(await visit({ 'user-agent': 'Lemmy/0.19.8; +https://lemmy.example' })).toBe('/usual');
    expect(await visit({ 'sec-purpose': 'prefetch' })).toBe('/usual');
    expect(await visit({ 'x-moz': 'prefetch' })).toBe('/usual');
    expect(await visit({}, 'HEAD')).toBe('/usual');
    expect([await visit(), await visit(), await visit(), await visit()]).toEqual([
      '/usual',
      '/usual',
      GONE,
      GONE,
    ]);
  });

  test('many who come at once do not get past the last place', async () => {
    const { visit, visits } = start({ expires_after: 10 });
    const answers = await Promise.all(Array.from({ length: 60 }, () => visit()));
    expect(answers.filter((answer) => answer === '/usual')).toHaveLength(10);
    expect(answers.filter((answer) => answer === GONE)).toHaveLength(50);
    expect(await visits()).toHaveLength(10);
  });

  test('visits that a rule leads elsewhere count, too', async () => {
    const rules = [
      {
        kind: 'qr.any',
        condition: { fact: 'language' as const, is: 'de' },
        action: { target: 'https://t.example/de' },
      },
    ];
    const { visit } = start({ expires_after: 2, rules });
    expect([await visit({ 'accept-language': 'de' }), await visit(), await visit()]).toEqual([
      '/de',
      '/usual',
      GONE,
    ]);
  });

  test('a visit that could not be written down takes no place', async () => {
    const { visit, journal } = start({ expires_after: 1 });
    const flush = journal.flush.bind(journal);
    journal.flush = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    expect(await visit()).toBe(503);
    journal.flush = flush;
    expect([await visit(), await visit()]).toEqual(['/usual', GONE]);
  });

  test('its visits are not forgotten by a change of the code, nor by a restart from the snapshot', async () => {
    const { visit, index, stop: end } = start({ expires_after: 3 });
    expect(await visit()).toBe('/usual');
    put(index, linkWith({ expires_after: 3, targets: [{ url: END, weight: 1, threshold: 1 }] }));
    expect(await visit()).toBe('/over');
    await end();
    const file = join(visitPath.directory(), 'snapshot');
    await writeSnapshot(index, file, { resumeToken: '', database: '' });
    const restored = (await readSnapshot(file))?.index as LinkIndex;
    const again = visitPath.start({
      index: restored,
      plugins: new Set(['qr']),
      now: () => NOW,
      journalId: 'again',
    });
    const statuses: number[] = [];
    for (let visits = 0; visits < 2; visits++)
      statuses.push((await fetch(`${again.origin}/abc`, { redirect: 'manual' })).status);
    expect(statuses).toEqual([302, GONE]);
  });

  test('a higher limit opens it again, and what the sums know counts from the beginning', async () => {
    const { visit, index } = start({ expires_after: 1 });
    expect([await visit(), await visit()]).toEqual(['/usual', GONE]);
    put(index, linkWith({ expires_after: 2 }));
    expect([await visit(), await visit()]).toEqual(['/usual', GONE]);
    put(index, linkWith({ expires_after: 9 }), 8);
    expect([await visit(), await visit()]).toEqual(['/usual', GONE]);
  });

  test('with rotation and rules beside it every target still has its turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (limit, targets) => {
          const setup = start(
            {
              expires_after: limit,
              expired_target: END,
              rotation_model: 3,
              targets: Array.from({ length: targets }, (_, at) => ({
                url: `https://t.example/${at}`,
                weight: 1,
                threshold: 1,
              })),
              rules: [
                { kind: 'qr.any', condition: { fact: 'language', is: 'xx' }, action: { refuse: true } },
              ],
            },
            new LinkIndex(),
            `j${limit}-${targets}-${crypto.randomUUID()}`,
          );
          const went: unknown[] = [];
          for (let visit = 0; visit < limit + 2; visit++) went.push(await setup.visit());
          await setup.stop();
          expect(went).toEqual([
            ...Array.from({ length: limit }, (_, at) => `/${at % targets}`),
            '/over',
            '/over',
          ]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('an expired code with somewhere to lead', () => {
  const past = { expires_at: '2025-12-31T00:00:00Z', expired_target: END };

  test('leads there, which is written down as a visit after the end', async () => {
    const { visit, visits } = start(past);
    expect(await visit()).toBe('/over');
    expect((await visits()).map(({ flags }) => flags)).toEqual([FLAG_EXPIRED]);
  });

  test('does so for whoever may not visit it any more, and for no code that was taken away', async () => {
    const { visit, index } = start({ ...past, access_mode: 2, visit_restriction: 2 });
    expect(await visit()).toBe('/over');
    put(index, linkWith({ ...past, state: 'expired' }));
    expect(await visit()).toBe('/over');
    put(index, linkWith({ ...past, state: 'removed' }));
    expect(await visit()).toBe(GONE);
    put(index, linkWith({ ...past, state: 'off' }));
    expect(await visit()).toBe(404);
    put(index, linkWith({ ...past, state: 'frozen' }));
    expect(await visit()).toBe(451);
    put(index, linkWith({ expired_target: END }));
    expect(await visit()).toBe('/usual');
  });
});
