import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import type { VisitLink } from '@waypost/contract';
import { FLAG_HOP } from '../journal/format.ts';
import { compileLink } from '../links/compiled-link.ts';
import { LinkIndex } from '../links/link-index.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

const visitPath = useVisitPath();
const ID = 'a1'.repeat(12);
const OTHER = 'b2'.repeat(12);
const MOST_STEPS = 12;

/** A code `lp0x` that leads to `first`, and `lp1y` that leads to `second`. */
function start(first: string, second = 'https://t.example/', change: Partial<VisitLink> = {}) {
  const index = new LinkIndex();
  const links = [
    testLink({ ...change, id: ID, code: 'lp0x', targets: [{ url: first, weight: 1, threshold: 1 }] }),
    testLink({ id: OTHER, code: 'lp1y', targets: [{ url: second, weight: 1, threshold: 1 }] }),
  ];
  for (const link of links)
    index.put({
      id: Buffer.from(link.id, 'hex'),
      host: link.host,
      code: link.code,
      compiled: compileLink(link),
    });
  const served = visitPath.start({ index, plugins: new Set(['qr']), now: () => 0 });
  /** The last address, or the status that ends the way, and how many steps were made. */
  const walk = async (from: string, host = 'w.example'): Promise<[string | number, number]> => {
    let at = new URL(`https://${host}${from}`);
    for (let steps = 1; steps <= MOST_STEPS; steps++) {
      const answer = await fetch(`${served.origin}${at.pathname}${at.search}`, {
        redirect: 'manual',
        headers: { host: at.host },
      });
      const to = answer.headers.get('location');
      if (to === null) return [answer.status, steps];
      at = new URL(to);
      if (at.host === 't.example') return [at.href, steps];
    }
    return ['without end', MOST_STEPS];
  };
  /** The status of a request as no client would send it. */
  const raw = (path: string, host: string) =>
    new Promise<number>((resolve, reject) => {
      const socket = connect(Number(new URL(served.origin).port), '127.0.0.1');
      socket.on('error', reject);
      socket.on('data', (data) => {
        resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1]));
        socket.destroy();
      });
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    });
  const counted = async (): Promise<string[]> =>
    (await served.visits())
      .filter(({ flags }) => (flags & FLAG_HOP) === 0)
      .map(({ link }) => Buffer.from(link, 'latin1').toString('hex'));
  return { walk, raw, counted };
}

test('a code that ignores capitals answers however it is written, and one that does not only as it is', async () => {
  const { walk, counted } = start('https://t.example/', 'https://t.example/', { ignore_case: true });
  for (const path of ['/lp0x', '/LP0X', '/Lp0x/', '/%4cP0X', '/LP0X.'])
    expect(await walk(path)).toEqual(['https://t.example/', 1]);
  expect(await walk('/LP1Y')).toEqual([404, 1]);
  expect(await counted()).toEqual([ID, ID, ID, ID, ID]);
});

test('a code that leads to itself in capitals is refused and not counted', async () => {
  const { walk, counted } = start('https://w.example/LP0X', 'https://t.example/', { ignore_case: true });
  for (const path of ['/lp0x', '/LP0X']) expect(await walk(path)).toEqual([403, 1]);
  expect(await counted()).toEqual([]);
});

test('where another code is written just so, that one answers', async () => {
  const { walk } = start('https://t.example/small', 'https://t.example/', { ignore_case: true });
  expect(await walk('/lp1y')).toEqual(['https://t.example/', 1]);
  expect(await walk('/LP0X')).toEqual(['https://t.example/small', 1]);
});

for (const own of [
  'https://w.example/%6cp0x',
  'https://w.example/%6C%70%30%78/',
  'https://w.example//lp0x',
  'https://w.example/lp0x//',
  'https://W.EXAMPLE:443/lp0x',
  'https://w.example./lp0x',
  'http://w.example:80/%6cp0x?a=1#b',
])
  test(`a code that leads to itself as ${own} is refused at once and not counted`, async () => {
    const { walk, counted } = start(own);
    expect(await walk('/lp0x')).toEqual([403, 1]);
    expect(await counted()).toEqual([]);
  });

test('two codes that lead to each other end, in whatever spelling, and neither is counted', async () => {
  const { walk, counted } = start('https://w.example/%6cp1y', 'https://w.example/%6cp0x?xwaypost_hop=0');
  const [end, steps] = await walk('/lp0x');
  expect([end, steps < MOST_STEPS]).toEqual([403, true]);
  expect(await counted()).toEqual([]);
});

test('a code that leads to another one in another spelling is one visit, counted there', async () => {
  const { walk, counted } = start('https://w.example//%6cp1y/');
  expect(await walk('/lp0x')).toEqual(['https://t.example/', 2]);
  expect(await counted()).toEqual([OTHER]);
});

test('a code is answered on its own host in each of these spellings', async () => {
  const { walk, counted } = start('https://t.example/', undefined, { host: 'shop.example' });
  for (const path of ['/lp0x', '/%6cp0x', '/lp0x/', '//lp0x'])
    expect([path, await walk(path, 'shop.example')]).toEqual([path, ['https://t.example/', 1]]);
  expect(await counted()).toHaveLength(4);
});

test('what chat programs and pages add behind a code leads to it all the same, and is counted as its visit', async () => {
  const { walk, counted } = start('https://t.example/');
  const tails = ['/', '.', ')', '%29', '%E3%80%82', '。', '/.', '%20', ').'];
  for (const tail of tails)
    expect([tail, await walk(`/lp0x${tail}`)]).toEqual([tail, ['https://t.example/', 1]]);
  expect(await walk('/lp0')).toEqual([404, 1]);
  expect(await walk('/lp0x/more')).toEqual([404, 1]);
  expect(await counted()).toEqual(tails.map(() => ID));
});

test('a code that leads to an own code with something behind it is a visit of that one, and a loop of them is refused', async () => {
  const onwards = start('https://w.example/lp1y/');
  expect(await onwards.walk('/lp0x')).toEqual(['https://t.example/', 2]);
  expect(await onwards.counted()).toEqual([OTHER]);
});

test('a loop that is closed by what stands behind a code is refused', async () => {
  const { walk, counted } = start('https://w.example/lp0x%E3%80%82');
  expect(await walk('/lp0x')).toEqual([403, 1]);
  expect(await counted()).toEqual([]);
});

test('a Host header that is no address makes no code of a longer path', async () => {
  const { raw } = start('https://t.example/');
  for (const [path, status] of [
    ['/api/lp0x', 404],
    ['/lp0x/', 302],
    ['//lp0x', 302],
  ] as const)
    expect([path, await raw(path, 'evil.example#w.example')]).toEqual([path, status]);
});
