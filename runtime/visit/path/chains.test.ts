import { expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type VisitLink, visitLink } from '@waypost/contract';
import { compileLink, compilePassing } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { placesOf } from '../links/link-places.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const visitPath = useVisitPath();

const link = (change: Partial<VisitLink>): VisitLink =>
  visitLink.parse(testLink({ host: 's.example', ...change }));

function start(one: VisitLink) {
  const index = new LinkIndex();
  const { host, passing } = placesOf(one);
  index.put({ id: Buffer.from(one.id, 'hex'), host, code: one.code, compiled: compileLink(one) });
  for (const { id, host: at, nextHost } of passing)
    index.put({
      id: Buffer.from(id, 'hex'),
      host: at,
      code: one.code,
      compiled: compilePassing(one, nextHost),
    });
  const time = { now: Date.UTC(2026, 0, 1) };
  const path = visitPath.start({ index, plugins: new Set(['qr']), now: () => time.now });
  /** The hosts that a visit comes by, and how it ends. */
  const walk = async (address: string, between = () => {}): Promise<(string | number)[]> => {
    const way: (string | number)[] = [];
    for (let at = new URL(address); way.length < 10; between()) {
      const answer = await fetch(`${path.origin}${at.pathname}${at.search}`, {
        redirect: 'manual',
        headers: { host: at.host },
      });
      const to = answer.headers.get('location');
      if (to === null) return [...way, answer.status];
      at = new URL(to);
      way.push(at.host);
      if (at.host === 't.example') return way;
    }
    return way;
  };
  return { walk, time, visits: path.visits };
}
const chain = ['e.example', 'l.example'];

test('a visit comes by each host of its chain and is counted once, at the last', async () => {
  const one = link({ chain, printed: ['old.example'] });
  const { walk, visits } = start(one);
  expect(await walk('https://s.example/abc')).toEqual(['e.example', 'l.example', 't.example']);
  expect(await walk('https://old.example/abc')).toEqual(['e.example', 'l.example', 't.example']);
  expect(await walk('https://e.example/abc')).toEqual(['l.example', 't.example']);
  const counted = await visits();
  expect(counted.map(({ link: id }) => Buffer.from(id, 'latin1').toString('hex'))).toEqual([
    one.id,
    one.id,
    one.id,
  ]);
});

test('a host where no domain is set is stepped over, and a print of an older host is answered where it leads to', async () => {
  const { walk, visits } = start(link({ host: '', chain: ['l.example'] }));
  expect(await walk('https://w.example/abc')).toEqual(['l.example', 't.example']);
  expect(await visits()).toHaveLength(1);
  await visitPath.stop();
  rmSync(join(visitPath.directory(), 'j'), { recursive: true });
  const moved = start(link({ host: '', printed: ['old.example'] }));
  expect(await moved.walk('https://old.example/abc')).toEqual(['t.example']);
  expect(await moved.walk('https://w.example/abc')).toEqual(['t.example']);
  expect(await moved.visits()).toHaveLength(2);
});

test('only via scan holds through the chain: by the picture of each printed host, for a minute, and by nothing else', async () => {
  const one = link({ chain, printed: ['old.example'], access_mode: 2 });
  const { walk, time, visits } = start(one);
  const token = (host: string) => testScanTokens.scanToken({ id: one.id, host, code: one.code });
  const whole = ['e.example', 'l.example', 't.example'];
  expect(await walk(`https://s.example/abc?s=${token('s.example')}`)).toEqual(whole);
  expect(await walk(`https://old.example/abc?s=${token('old.example')}`)).toEqual(whole);
  for (const host of ['s.example', 'old.example', ...chain])
    expect(await walk(`https://${host}/abc`)).toEqual([403]);
  expect(await walk(`https://l.example/abc?s=${token('s.example')}`)).toEqual([403]);
  const pass = testScanTokens.pass({ id: one.id, host: 'l.example', code: one.code }, time.now);
  expect(await walk(`https://e.example/abc?s=${pass}`)).toEqual([403]);
  const late = () => {
    time.now += 61_000;
  };
  expect(await walk(`https://s.example/abc?s=${token('s.example')}`, late)).toEqual(['e.example', 403]);
  expect(await visits()).toHaveLength(2);
});

test('what the link says holds on each of its hosts, and no host leads back', async () => {
  const { walk, visits } = start(link({ chain, state: 'frozen' }));
  for (const host of ['s.example', ...chain]) expect(await walk(`https://${host}/abc`)).toEqual([451]);
  expect(await visits()).toEqual([]);
  for (const twice of [
    { chain: ['s.example'] },
    { chain: ['e.example', 'e.example'] },
    { chain, printed: ['l.example'] },
    { printed: ['s.example'] },
  ])
    expect(() => link(twice)).toThrow('visit_host_twice');
});
