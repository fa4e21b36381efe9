import { expect, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import { PAGE_WORDS } from '../answers/words.ts';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const words = PAGE_WORDS['en-US'].refusals;
const VISITOR = '198.51.100.7';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';

/** What can refuse a visit, in the order in which it does, and the page that says so. */
const REFUSALS: readonly {
  name: string;
  link?: Partial<VisitLink>;
  blocked?: string;
  page?: string;
  title: string;
}[] = [
  { name: 'ip_black', blocked: '198.51.100.0/24', title: words.refused.title },
  { name: 'the owner’s list', page: 'copies.example', title: words.refused.title },
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

const visitPath = useVisitPath();

test.each(SUBSETS.map((subset) => [subset.map(({ name }) => name).join(', ') || 'nothing', subset] as const))(
  'refused by %s: the first of the order answers',
  async (_names, subset) => {
    const link = testLink(Object.assign({ rules: [] }, ...subset.map((refusal) => refusal.link)));
    const index = new LinkIndex();
    index.put({ id: Buffer.from(link.id, 'hex'), host: '', code: link.code, compiled: compileLink(link) });
    const path = visitPath.start({
      index,
      plugins: new Set(['qr']),
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
    expect(await path.visits()).toHaveLength(first === undefined ? 1 : 0);
  },
);
