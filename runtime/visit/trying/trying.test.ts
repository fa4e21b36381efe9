import { expect, setDefaultTimeout, test } from 'bun:test';
import type { VisitCondition, VisitLink } from '@waypost/contract';
import type { TriedVisitor } from '@waypost/sdk';
import fc from 'fast-check';
import { layBlockedRanges } from '../../process/blocked-ranges.ts';
import { parseRange } from '../../sdk/address.ts';
import { createAgentReader } from '../derive/device.ts';
import { createLocationReader } from '../derive/location.ts';
import { compileLink } from '../links/compiled-link.ts';
import { compilePool } from '../links/compiled-pool.ts';
import { type Content, contentId } from '../links/link-content.ts';
import { LinkIndex } from '../links/link-index.ts';
import { createPasswordPasses } from '../rules/password-pass.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';
import { answerTried, type TryingParts } from './answer-tried.ts';

// What is said of a visit that nobody makes is what the next real one gets.

setDefaultTimeout(120_000);
const visitPath = useVisitPath();

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
const WECHAT = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.47';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const REFUSED_ADDRESS = '198.51.100.7';
const BOT_ADDRESS = '198.51.100.9';
const REFUSED_PAGE = 'thief.example';
const POOL = 'b2'.repeat(12);
const OTHER = 'c3'.repeat(12);
const NOON = Date.UTC(2026, 0, 1, 4);
const DAY_MS = 86_400_000;
const PICTURE: Content = { kind: 'picture', bytes: Buffer.from('pixels') };

const agents = createAgentReader();
const locations = createLocationReader();
const passes = createPasswordPasses(new Uint8Array(32).fill(1), {
  bytes: (length) => new Uint8Array(length).fill(3),
});

const listOf = (text: string) => {
  const range = parseRange(text);
  if (range === undefined) throw new Error(text);
  const ranges = layBlockedRanges([{ ...range, until: Number.POSITIVE_INFINITY }]);
  return {
    isEmpty: () => false,
    has: (bytes: Uint8Array, offset: number) => ranges.has(bytes, offset, () => NOON),
  };
};

const parts: TryingParts = {
  surroundings: {
    place: { ownHosts: ['w.example'], reportUrl: 'https://w.example/#/report_abuse' },
    blocked: listOf(REFUSED_ADDRESS),
    bots: listOf(BOT_ADDRESS),
    ownBlocks: { isEmpty: () => false, has: (_owner, _address, host) => host === REFUSED_PAGE },
    templates: { of: () => undefined },
    isPluginActive: (plugin) => plugin === 'qr',
  },
  scanTokens: testScanTokens,
  passwordPasses: passes,
  timeZone: () => 'Asia/Shanghai',
  random: { number: () => 0, bytes: (length) => new Uint8Array(length) },
  log: { debug() {}, info() {}, warn() {}, error() {} },
  agentOf: agents,
  locationOf: (bytes) => locations(bytes.toString('latin1')),
  loadContent: async (id) => (id === contentId(PICTURE) ? PICTURE : undefined),
};

const aLeaf: fc.Arbitrary<VisitCondition> = fc.oneof(
  fc
    .subarray(['phone', 'desktop', 'other'], { minLength: 1 })
    .map((kinds) => ({ fact: 'kind' as const, in: kinds })),
  fc.subarray(['CN', 'KE', '']).map((countries) => ({ fact: 'country' as const, in: countries })),
  fc.constantFrom('wechat', 'browser').map((app) => ({ fact: 'app' as const, is: app })),
  fc.subarray(['zh', 'en', 'sw'], { minLength: 1 }).map((speaks) => ({ speaks })),
  fc.record({ from: fc.nat(1439), to: fc.nat(1439) }).map((span) => ({ fact: 'minute' as const, ...span })),
  fc.constantFrom('crawler' as const, 'scanned' as const).map((fact) => ({ fact })),
  fc.constant(['114.114.114.0/24']).map((within) => ({ fact: 'address' as const, within: [...within] })),
  fc.constantFrom(0, 1000).map((share) => ({ share })),
);
const { condition: aCondition } = fc.letrec<{ condition: VisitCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    aLeaf,
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('condition').map((not) => ({ not })),
  ),
}));
const anAction = fc.oneof(
  fc.constant({ refuse: true as const }),
  fc.constantFrom('https://ruled.example/', 'https://w.example/other').map((target) => ({ target })),
);
const aTarget = fc.record({ weight: fc.constant(1), threshold: fc.nat(3), place: fc.nat(4) });

const aLink = fc
  .record({
    targets: fc.array(aTarget, { minLength: 1, maxLength: 4 }),
    rotation_model: fc.constantFrom(1 as const, 3 as const),
    jump_type: fc.constantFrom(1 as const, 3 as const, 6 as const, 6 as const),
    access_mode: fc.constantFrom(1 as const, 1 as const, 2 as const),
    visit_restriction: fc.constantFrom(1 as const, 1 as const, 2 as const),
    state: fc.constantFrom(
      'on',
      'on',
      'on',
      'on',
      'off',
      'frozen',
      'removed',
      'expired',
      'unclaimed',
    ) as fc.Arbitrary<VisitLink['state']>,
    expires_at: fc.option(
      fc.constantFrom(NOON - DAY_MS, NOON + DAY_MS).map((time) => new Date(time).toISOString()),
      {
        nil: undefined,
      },
    ),
    expires_after: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    expired_target: fc.option(fc.constant('https://over.example/'), { nil: undefined }),
    forward_query: fc.boolean(),
    plugin: fc.constantFrom('qr', 'qr', 'qr', 'gone'),
    password_hash: fc.option(fc.constant(`$argon2id$${'x'.repeat(60)}`), { nil: undefined, freq: 2 }),
    rules: fc.array(
      fc.record({ kind: fc.constantFrom('qr.any', 'gone.any'), condition: aCondition, action: anAction }),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ targets, ...rest }) => {
    const kept = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return testLink({
      ...kept,
      targets: targets.map(({ place, ...turn }) => ({ ...PLACES[place], ...turn })),
    } as never);
  });
const PLACES = [
  { url: 'https://a.example/?fixed=1' },
  { url: 'https://b.example/', apps: { android: 'app://b' } },
  { picture: contentId(PICTURE) },
  { pool: POOL },
  { url: 'https://w.example/other' },
];

const aVisitor: fc.Arbitrary<TriedVisitor> = fc.record({
  ip: fc.constantFrom('114.114.114.114', '203.0.113.9', REFUSED_ADDRESS, BOT_ADDRESS),
  user_agent: fc.constantFrom(PHONE, WECHAT, CRAWLER),
  accept_language: fc.constantFrom('', 'zh-CN,zh;q=0.9', 'sw-KE'),
  referrer: fc.constantFrom('', 'https://friend.example/a', `https://${REFUSED_PAGE}/b`),
  query: fc.constantFrom('', 'utm_source=x&fixed=2', 'a=%E8%B7%AF&s=forged', 'waypost_hop=5'),
  time: fc.nat(2 * 1440).map((minutes) => new Date(NOON + (minutes - 1440) * 60_000).toISOString()),
  is_scanned: fc.boolean(),
  knows_password: fc.boolean(),
});

/** A world for a link: ids of its own, so that nobody has visited anything of it. */
function publish(index: LinkIndex, drawn: VisitLink, number: number): VisitLink {
  const [id, pool] = ['a', 'b'].map((letter) => letter + number.toString(16).padStart(23, '0')) as [
    string,
    string,
  ];
  const targets = drawn.targets.map((target) => ('pool' in target ? { ...target, pool } : target));
  const link = { ...drawn, id, code: `c${number}`, targets };
  const put = (of: string, code: string, compiled: Buffer, host = '') =>
    index.put({ id: Buffer.from(of, 'hex'), host, code, compiled });
  put(id, link.code, compileLink(link));
  put(OTHER, 'other', compileLink(testLink({ id: OTHER, code: 'other' })));
  const items = ['one', 'two'].map((item) => ({
    item,
    url: `https://${item}.example/`,
    is_on: true,
    capacity: 2,
    hours: [],
  }));
  put(
    pool,
    pool,
    compilePool({ id: pool, owner: link.owner, plugin: 'qr', rotation_model: 1, items }),
    'pool:',
  );
  return link;
}

/** What of an index a visit could change. */
const stateOf = (index: LinkIndex): string => {
  const chunks = new Set(
    Array.from({ length: index.end }, (_, ordinal) => index.arena.bytesAt(index.recordOf(ordinal))),
  );
  return [...chunks].map((bytes) => Bun.hash(bytes)).join();
};

/** The address of a page that leads on. */
const ledBy = (text: string): string | undefined =>
  /id="target" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');

test('what is said of a visit is what the handler then answers, visit after visit', async () => {
  const index = new LinkIndex();
  const clock = { now: NOON };
  const met = new Set<string>();
  const path = visitPath.start({
    index,
    plugins: new Set(['qr']),
    now: () => clock.now,
    durability: 'relaxed',
    blocked: [REFUSED_ADDRESS],
    bots: [BOT_ADDRESS],
    refusedPages: [REFUSED_PAGE],
    passwords: { look: async () => 'wrong', useOnce: async () => true },
    contents: { inMemory: new Map([[contentId(PICTURE), PICTURE]]), elsewhere: new Map() },
  });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(aLink, fc.array(aVisitor, { minLength: 1, maxLength: 8 }), async (drawn, visitors) => {
      const link = publish(index, drawn, number++);
      for (const visitor of visitors) {
        clock.now = Date.parse(visitor.time);
        const before = stateOf(index);
        const tried = await answerTried(parts, { index, link, visitor });
        expect(stateOf(index)).toBe(before);
        const answer = await visit(path.origin, link, visitor);
        const { chance, ...got } = { ...tried, chance: tried.is_by_chance };
        expect([got.status, got.location, chance]).toEqual([answer.status, answer.location, false]);
        if (tried.address !== null)
          expect<string | undefined>(tried.address).toBe(answer.location ?? ledBy(answer.text));
        for (const { check } of tried.steps) met.add(check);
      }
    }),
    { numRuns: 200 },
  );
  // None of what can decide a visit was left out.
  const all =
    'block_list owner_list place state expiry limit scan wechat end rule password rotation pool query own_link content jump count refusal';
  expect(all.split(' ').filter((check) => !met.has(check))).toEqual([]);
});

test('a hundred trials move nothing on: the visit behind them is the one that they told', async () => {
  const index = new LinkIndex();
  const path = visitPath.start({ index, plugins: new Set(['qr']), now: () => NOON, durability: 'relaxed' });
  const urls = ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/`, weight: 1, threshold: 2 }));
  const link = publish(index, testLink({ targets: urls, rotation_model: 3, expires_after: 5 }), 1);
  const visitor: TriedVisitor = {
    ip: '114.114.114.114',
    user_agent: PHONE,
    accept_language: '',
    referrer: '',
    query: '',
    time: new Date(NOON).toISOString(),
    is_scanned: false,
    knows_password: false,
  };
  const told: (string | number)[] = [];
  for (let round = 0; round < 7; round++) {
    const tries = await Promise.all(
      Array.from({ length: 100 }, () => answerTried(parts, { index, link, visitor })),
    );
    const said = new Set(tries.map(({ location, status }) => location ?? status));
    const { location, status } = await visit(path.origin, link, visitor);
    expect([...said]).toEqual([location ?? status]);
    told.push(location ?? status);
  }
  const [a, b, c] = urls.map(({ url }) => url) as [string, string, string];
  expect(told).toEqual([a, b, c, a, b, 410, 410]);
  expect(await path.visits()).toHaveLength(5);
});

/** A visit as its visitor makes it, who types the password where one is asked for. */
async function visit(origin: string, link: VisitLink, visitor: TriedVisitor) {
  const { accept_language, ip, is_scanned, knows_password, query, referrer, time, user_agent } = visitor;
  const ask = async (more: string) => {
    const scan = is_scanned ? `s=${testScanTokens.scanToken(link)}` : '';
    const whole = [query, scan, more].filter((part) => part !== '').join('&');
    const answer = await fetch(`${origin}/${link.code}${whole === '' ? '' : '?'}${whole}`, {
      redirect: 'manual',
      headers: {
        host: 'w.example',
        'x-forwarded-for': ip,
        'user-agent': user_agent,
        ...(accept_language === '' ? {} : { 'accept-language': accept_language }),
        ...(referrer === '' ? {} : { referer: referrer }),
      },
    });
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      text: await answer.text(),
    };
  };
  const first = await ask('');
  const { id, password_hash: hash } = link;
  if (!knows_password || hash === undefined || !first.text.includes('type="password"')) return first;
  return ask(`waypost_pass=${passes.make({ id, hash }, Date.parse(time))}`);
}
