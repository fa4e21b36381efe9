import { describe, expect, test } from 'bun:test';
import { isAllowedTarget, TARGET_URL_MAX_LENGTH, type VisitLink } from '@waypost/contract';
import fc from 'fast-check';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';
import { withQuery } from './forward-query.ts';

const VISITED = 'https://w.example/abc';

describe('parameters that a visit came with', () => {
  test('stand behind those of the target, whose own stay as they are', () => {
    expect(withQuery('https://t.example/a?utm_source=poster#end', `${VISITED}?gclid=1&utm_source=else`)).toBe(
      'https://t.example/a?utm_source=poster&gclid=1#end',
    );
    expect(withQuery('https://t.example/', `${VISITED}?a=1&a=2&b=%E4%BD%A0`)).toBe(
      'https://t.example/?a=1&a=2&b=%E4%BD%A0',
    );
    expect(withQuery('https://t.example/?q=a%20b+c', `${VISITED}?d=1`)).toBe(
      'https://t.example/?q=a%20b+c&d=1',
    );
  });

  test('go on as they are written, byte for byte', () => {
    for (const query of [
      'q=%C4%E3',
      'q=a%20b+c',
      'flag',
      'flag&flag=',
      't=~a*b(c)!$,;:@/?',
      'a==&=b&&c',
      '?x',
      's=abc',
      's=responsibilities&S=1',
      'xwaypost_hop=3',
      'e=%7e&f=%2F',
    ]) {
      expect(withQuery('https://t.example/a#end', `${VISITED}?${query}`)).toBe(
        `https://t.example/a?${query}#end`,
      );
      expect(withQuery('https://t.example/a?o', `${VISITED}?${query}`)).toBe(
        `https://t.example/a?o&${query}`,
      );
    }
  });

  test('are told from our own however those are spelt', () => {
    const token = testScanTokens.scanToken({ id: 'a1'.repeat(12), host: '', code: 'abc' });
    const pass = testScanTokens.pass({ id: 'a1'.repeat(12), host: '', code: 'abc' }, 1.7e12);
    for (const own of [`s=${token}`, `s=${pass}`, '%77aypost_hop=2', 'waypost_part=x', 'waypost%5Fpass=y'])
      expect(withQuery('https://t.example/a', `${VISITED}?~&${own}&b=%20`)).toBe(
        'https://t.example/a?~&b=%20',
      );
    // A token may look like a word: of the code that was scanned it is known.
    expect(withQuery('https://t.example/a', `${VISITED}?s=responsibilities&s=b`, true)).toBe(
      'https://t.example/a?s=b',
    );
  });

  test('are left out where they are our own, or the address would be too long', () => {
    for (const visited of [VISITED, `${VISITED}?`, `${VISITED}?waypost_hop=2&waypost_part=x`])
      expect(withQuery('https://t.example/a', visited)).toBe('https://t.example/a');
    expect(withQuery('https://t.example/a', `${VISITED}?a=${'x'.repeat(TARGET_URL_MAX_LENGTH)}`)).toBe(
      'https://t.example/a',
    );
  });

  test('change nothing of the target but its query, whatever a stranger sends', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string(),
        (url, query) => {
          fc.pre(isAllowedTarget(url));
          const address = new URL(url).href;
          const sent = withQuery(address, `${VISITED}?${query}`);
          const [before, after] = [new URL(address), new URL(sent)];
          expect([after.origin, after.pathname, after.hash]).toEqual([
            before.origin,
            before.pathname,
            before.hash,
          ]);
          expect(after.search.startsWith(before.search)).toBe(true);
          expect(sent).toMatch(/^[!-~]+$/);
          expect(isAllowedTarget(sent)).toBe(true);
        },
      ),
    );
  });
});

describe('a code that hands them on', () => {
  const visitPath = useVisitPath();

  const leadsTo = async (change: Partial<VisitLink>): Promise<string | null> => {
    const index = new LinkIndex();
    const one = testLink({
      targets: [{ url: 'https://t.example/a?x=1', weight: 1, threshold: 1 }],
      ...change,
    });
    index.put({ id: Buffer.from(one.id, 'hex'), host: '', code: 'abc', compiled: compileLink(one) });
    const path = visitPath.start({
      index,
      plugins: new Set(['qr']),
      now: () => Date.UTC(2026, 0, 1),
    });
    const token = testScanTokens.scanToken({ id: one.id, host: '', code: 'abc' });
    const answer = await fetch(`${path.origin}/abc?gclid=7&x=2&~&q=%C4%E3%20+&s=${token}&s=none`, {
      redirect: 'manual',
    });
    expect(await path.visits()).toHaveLength(1);
    return answer.headers.get('location');
  };

  test('does so for its targets and those of its rules, and counts the visit once', async () => {
    expect(await leadsTo({ forward_query: true })).toBe(
      'https://t.example/a?x=1&gclid=7&~&q=%C4%E3%20+&s=none',
    );
  });

  test('does so for a rule’s target', async () => {
    const rules = [
      {
        kind: 'qr.any',
        condition: { not: { fact: 'crawler' as const } },
        action: { target: 'https://t.example/ruled' },
      },
    ];
    expect(await leadsTo({ forward_query: true, rules })).toBe(
      'https://t.example/ruled?gclid=7&x=2&~&q=%C4%E3%20+&s=none',
    );
  });

  test('does nothing of it where the owner did not ask for it', async () => {
    expect(await leadsTo({})).toBe('https://t.example/a?x=1');
  });
});
