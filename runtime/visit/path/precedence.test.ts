import { expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import { BUILT_IN_LANGUAGES } from '../answers/page-languages.ts';
import { FLAG_CRAWLER } from '../journal/format.ts';
import { compileLink } from '../links/compiled-link.ts';
import { compileShield } from '../links/compiled-shield.ts';
import { LinkIndex, type StoredLink } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const words = BUILT_IN_LANGUAGES.choose('en-US').words.refusals;
const VISITOR = '198.51.100.7';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';

/** What can refuse a visit, in the order in which it does, and the page that says so. */
const REFUSALS: readonly {
  name: string;
  link?: Partial<VisitLink>;
  blocked?: string;
  page?: string;
  isShielded?: true;
  title: string;
}[] = [
  { name: 'ip_black', blocked: '198.51.100.0/24', title: words.refused.title },
  { name: 'the owner’s list', page: 'copies.example', title: words.refused.title },
  { name: 'shield', isShielded: true, title: words.weChatOnly.title },
  { name: 'state', link: { state: 'off' }, title: words.paused.title },
  { name: 'access mode', link: { access_mode: 2 }, title: words.onlyViaScan.title },
  { name: 'visit restriction', link: { visit_restriction: 2 }, title: words.weChatOnly.title },
  {
    name: 'the code’s rules',
    link: {
      rules: [{ kind: 'qr.any', condition: { fact: 'kind', is: 'desktop' }, action: { refuse: true } }],
    },
    title: words.refused.title,
  },
];
const SUBSETS = Array.from({ length: 2 ** REFUSALS.length }, (_, bits) =>
  REFUSALS.filter((_refusal, index) => (bits & (1 << index)) !== 0),
);

/** Rules of an owner that refuse everybody, with a page that nothing before them has. */
function shieldOf(owner: string): StoredLink {
  const id = 'ef'.repeat(12);
  const condition = { fact: 'address' as const, within: ['0.0.0.0/0', '::/0'] };
  const rule = { number: 1, kind: 'wechat-shield.any', condition, action: { refuse: 'weChatOnly' as const } };
  const compiled = compileShield({ id, owner, plugin: 'wechat-shield', rules: [rule] });
  return { id: Buffer.from(id, 'hex'), host: 'shield:', code: owner, compiled };
}

const visitPath = useVisitPath();

test.each(SUBSETS.map((subset) => [subset.map(({ name }) => name).join(', ') || 'nothing', subset] as const))(
  'refused by %s: the first of the order answers',
  async (_names, subset) => {
    const link = testLink(Object.assign({ rules: [] }, ...subset.map((refusal) => refusal.link)));
    const index = new LinkIndex();
    index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
    if (subset.some(({ isShielded }) => isShielded)) index.put(shieldOf(link.owner));
    const path = visitPath.start({
      index,
      plugins: new Set(['qr', 'wechat-shield']),
      now: () => Date.UTC(2026, 0, 1),
      blocked: subset.flatMap(({ blocked }) => blocked ?? []),
      refusedPages: subset.flatMap(({ page }) => page ?? []),
    });
    const answer = await fetch(`${path.origin}/abc`, {
      headers: {
        'x-forwarded-for': VISITOR,
        'accept-language': 'en-US',
        'user-agent': DESKTOP,
        referer: 'https://copies.example/frame',
      },
      redirect: 'manual',
    });
    const [first] = subset;
    if (first === undefined) expect(answer.status).toBe(302);
    else expect(await answer.text()).toContain(`<h1>${first.title}</h1>`);
    // What a shield refuses is counted as such.
    expect(await path.visits()).toHaveLength(first === undefined || first.isShielded ? 1 : 0);
  },
);

test.each([
  ['a server that is on the list', VISITOR, DESKTOP, ['198.51.100.0/24'], true],
  ['somebody beside it', '198.51.101.7', DESKTOP, ['198.51.100.0/24'], false],
  ['a server of IPv6', '2001:db8:1::7', DESKTOP, ['2001:db8:1::/48'], true],
  ['a crawler that says so itself', VISITOR, 'Googlebot/2.1', [], true],
  ['anybody while the list is empty', VISITOR, DESKTOP, [], false],
] as const)('%s is led on, and counts as a bot or not', async (_name, address, agent, bots, isBot) => {
  const link = testLink({ expires_after: 1 });
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const path = visitPath.start({ index, plugins: new Set(['qr']), now: () => Date.UTC(2026, 0, 1), bots });
  const headers = { 'x-forwarded-for': address, 'user-agent': agent };
  const look = async () => (await fetch(`${path.origin}/abc`, { headers, redirect: 'manual' })).status;
  // A bot uses up nothing: the second is led on as the first.
  expect([await look(), await look()]).toEqual([302, isBot ? 302 : 410]);
  const visits = await path.visits();
  expect(visits.map(({ flags }) => (flags & FLAG_CRAWLER) !== 0)).toEqual(isBot ? [true, true] : [false]);
});

test('a refused server is refused before it could count', async () => {
  const link = testLink();
  const index = new LinkIndex();
  index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
  const lists = { blocked: ['198.51.100.7'], bots: ['198.51.100.0/24'] };
  const path = visitPath.start({ index, plugins: new Set(['qr']), now: Date.now, ...lists });
  const answer = await fetch(`${path.origin}/abc`, { headers: { 'x-forwarded-for': VISITOR } });
  expect([answer.status, await path.visits()]).toEqual([403, []]);
});
