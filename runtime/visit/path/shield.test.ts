import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { VisitCondition, VisitLink, VisitShieldAction, VisitShieldRule } from '@waypost/contract';
import { BUILT_IN_LANGUAGES } from '../answers/page-languages.ts';
import { FLAG_CRAWLER, FLAG_HOP, FLAG_REFUSED } from '../journal/format.ts';
import { compileLink, compilePassing } from '../links/compiled-link.ts';
import { compileShield, shieldKey } from '../links/compiled-shield.ts';
import { LinkIndex } from '../links/link-index.ts';
import { placesOf } from '../links/link-places.ts';
import { splitKey } from '../links/read-stored-link.ts';
import { readSnapshot, writeSnapshot } from '../links/snapshot.ts';
import { trialPath } from '../rules/trial.ts';
import { testScanTokens } from '../testing/test-visit-path.ts';
import { testLink, useVisitPath } from '../testing/use-visit-path.ts';

setDefaultTimeout(60_000);
const visitPath = useVisitPath();

const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';
const WECHAT = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile MicroMessenger/8.0';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const words = BUILT_IN_LANGUAGES.choose('en-US').words.refusals;
const REFUSE: VisitShieldAction = { refuse: 'refused' };
const ANYBODY: VisitCondition = { fact: 'address', within: ['0.0.0.0/0', '::/0'] };

let numbers = 0;
const rule = (
  condition: VisitCondition,
  action: VisitShieldAction = REFUSE,
  more: Partial<VisitShieldRule> = {},
): VisitShieldRule => ({ number: ++numbers, kind: 'wechat-shield.any', condition, action, ...more });

const { owner: OWNER } = testLink();

function shieldsIn(index: LinkIndex, owners: Partial<Record<string, VisitShieldRule[]>>): void {
  for (const [owner, rules] of Object.entries(owners)) {
    const id = owner === 'all' ? 'ee'.repeat(12) : 'ef'.repeat(12);
    const of = owner === 'all' ? null : owner;
    const compiled = compileShield({ id, owner: of, plugin: 'wechat-shield', rules: rules ?? [] });
    index.put({ id: Buffer.from(id, 'hex'), ...splitKey(shieldKey(of)), compiled });
  }
}

function start(
  shields: { all?: VisitShieldRule[]; own?: VisitShieldRule[] },
  options: { links?: VisitLink[]; index?: LinkIndex; plugins?: string[]; journalId?: string } = {},
) {
  const index = options.index ?? new LinkIndex();
  for (const link of options.links ?? [testLink()]) {
    const { host, passing } = placesOf(link);
    index.put({ id: Buffer.from(link.id, 'hex'), host, code: link.code, compiled: compileLink(link) });
    for (const one of passing) {
      const compiled = compilePassing(link, one.nextHost);
      index.put({ id: Buffer.from(one.id, 'hex'), host: one.host, code: link.code, compiled });
    }
  }
  const sets = {
    ...(shields.all ? { all: shields.all } : {}),
    ...(shields.own ? { [OWNER]: shields.own } : {}),
  };
  shieldsIn(index, sets);
  const plugins = new Set(options.plugins ?? ['qr', 'wechat-shield']);
  let now = Date.UTC(2026, 0, 1, 4);
  const path = visitPath.start({ index, plugins, now: () => now, journalId: options.journalId });
  const ask = (asked = '/abc', headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${path.origin}${asked}`, {
      redirect: 'manual',
      headers: {
        'user-agent': DESKTOP,
        'accept-language': 'en-US',
        'x-forwarded-for': '198.51.100.7',
        ...headers,
      },
      ...init,
    });
  return {
    ask,
    index,
    plugins,
    visits: path.visits,
    wait: (seconds: number) => {
      now += seconds * 1000;
    },
    /** Where a visit leads, or the status of what refuses it. */
    visit: async (headers: Record<string, string> = {}, asked?: string) => {
      const answer = await ask(asked, headers);
      return answer.headers.get('location') ?? answer.status;
    },
  };
}

describe('rules of an owner', () => {
  test('are looked at in their order: the first that is met lets through, refuses or leads elsewhere', async () => {
    const { visit } = start({
      own: [
        rule({ fact: 'address', within: ['203.0.113.0/24'] }, { allow: true }),
        rule({ agent: ['curl*'] }),
        rule({ fact: 'wechat' }, { target: 'https://t.example/wechat' }),
        rule({ fact: 'kind', in: ['desktop'] }),
      ],
    });
    expect(await visit({ 'x-forwarded-for': '203.0.113.9' })).toBe('https://t.example/');
    expect(await visit({ 'user-agent': 'curl/8' })).toBe(403);
    expect(await visit({ 'user-agent': WECHAT })).toBe('https://t.example/wechat');
    expect(await visit()).toBe(403);
    expect(await visit({ 'user-agent': 'something' })).toBe('https://t.example/');
  });

  test('refuse with the page that tells what can be done, or with the one that tells nothing', async () => {
    const { ask } = start({
      own: [
        rule({ fact: 'language', is: 'de' }, { refuse: 'weChatOnly' }),
        rule({ fact: 'language', is: 'fr' }, { refuse: 'onlyViaScan' }),
        rule(ANYBODY),
      ],
    });
    const title = async (language: string) =>
      /<h1>(.*?)<\/h1>/.exec(await (await ask('/abc', { 'accept-language': `${language}, en` })).text())?.[1];
    expect([await title('de'), await title('fr'), await title('en-US')]).toEqual([
      words.weChatOnly.title,
      words.onlyViaScan.title,
      words.refused.title,
    ]);
  });

  test('hold for the codes that they name alone, and for no code of anybody else', async () => {
    const other = testLink({ id: 'a2'.repeat(12), code: 'two' });
    const foreign = testLink({ id: 'a3'.repeat(12), code: 'far', owner: 'f'.repeat(24) });
    const links = [testLink(), other, foreign];
    const { visit } = start({ own: [rule(ANYBODY, REFUSE, { links: [other.id] })] }, { links });
    expect(await visit({}, '/abc')).toBe('https://t.example/');
    expect(await visit({}, '/two')).toBe(403);
    await visitPath.stop();
    const all = start({ own: [rule(ANYBODY)] }, { links, journalId: 'k' });
    expect(await all.visit({}, '/two')).toBe(403);
    expect(await all.visit({}, '/far')).toBe('https://t.example/');
  });

  test('hold for the codes of a group, of whatever else a link has, and survive the snapshot', async () => {
    const [group, other] = ['9a'.repeat(12), '9b'.repeat(12)];
    const links = [
      testLink({ group, name: 'Table 7', expires_after: 9, rules: [] }),
      testLink({ id: 'a2'.repeat(12), code: 'two', group: other }),
      testLink({ id: 'a3'.repeat(12), code: 'three' }),
      testLink({ id: 'a4'.repeat(12), code: 'four' }),
    ];
    const kept = { groups: [group], links: ['a4'.repeat(12)] };
    const first = start({ own: [rule(ANYBODY, REFUSE, kept)] }, { links });
    const all = async ({ visit }: typeof first) =>
      Promise.all(['/abc', '/two', '/three', '/four'].map((code) => visit({}, code)));
    const expected = [403, 'https://t.example/', 'https://t.example/', 403];
    expect(await all(first)).toEqual(expected);
    const file = join(visitPath.directory(), 'snapshot');
    await writeSnapshot(first.index, file, { resumeToken: '', database: '' });
    await visitPath.stop();
    const index = (await readSnapshot(file))?.index ?? new LinkIndex();
    expect(await all(start({}, { links: [], index, journalId: 'k' }))).toEqual(expected);
  });

  test('are passed over while their plugin is off, or that of their kind is', async () => {
    const { plugins, visit } = start({
      own: [rule(ANYBODY, REFUSE, { kind: 'guests.any' }), rule({ fact: 'wechat' })],
    });
    plugins.add('guests');
    expect(await visit()).toBe(403);
    plugins.delete('guests');
    expect(await visit()).toBe('https://t.example/');
    expect(await visit({ 'user-agent': WECHAT })).toBe(403);
    plugins.add('guests');
    plugins.delete('wechat-shield');
    expect(await visit()).toBe('https://t.example/');
    plugins.add('wechat-shield');
    expect(await visit()).toBe(403);
  });

  test('survive a restart from the snapshot, and refuse rather than let through what cannot be read', async () => {
    const first = start({ own: [rule({ fact: 'wechat' })] });
    const file = join(visitPath.directory(), 'snapshot');
    await writeSnapshot(first.index, file, { resumeToken: '', database: '' });
    await visitPath.stop();
    const index = (await readSnapshot(file))?.index ?? new LinkIndex();
    const again = start({}, { links: [], index, journalId: 'k' });
    expect([await again.visit(), await again.visit({ 'user-agent': WECHAT })]).toEqual([
      'https://t.example/',
      403,
    ]);
    await visitPath.stop();
    const damaged = start({}, { journalId: 'l' });
    const compiled = compileShield({
      id: 'ef'.repeat(12),
      owner: OWNER,
      plugin: 'wechat-shield',
      rules: [rule({ fact: 'wechat' })],
    });
    const text = compiled.toString('latin1').replace('"fact":"wechat"', '"fact":"newest"');
    damaged.index.put({
      id: Buffer.from('ef'.repeat(12), 'hex'),
      ...splitKey(shieldKey(OWNER)),
      compiled: Buffer.from(text, 'latin1'),
    });
    expect(await damaged.visit()).toBe(403);
    expect(await damaged.visits()).toEqual([]);
  });
});

describe('rules of the platform', () => {
  test('come first; what they let through or lead elsewhere an owner may still refuse', async () => {
    const { visit } = start({
      all: [
        rule({ agent: ['curl'] }),
        rule({ fact: 'wechat' }, { allow: true }),
        rule({ fact: 'language', is: 'de' }, { target: 'https://t.example/platform' }),
      ],
      own: [
        rule({ agent: ['curl'] }, { allow: true }),
        rule({ fact: 'address', within: ['203.0.113.0/24'] }),
        rule({ fact: 'language', is: 'de' }, { target: 'https://t.example/own' }),
      ],
    });
    const outside = { 'x-forwarded-for': '203.0.113.9' };
    expect(await visit({ 'user-agent': 'curl/8' })).toBe(403);
    expect(await visit({ 'user-agent': WECHAT })).toBe('https://t.example/');
    expect(await visit({ 'user-agent': WECHAT, ...outside })).toBe(403);
    expect(await visit({ 'accept-language': 'de' })).toBe('https://t.example/platform');
    expect(await visit({ 'accept-language': 'de', ...outside })).toBe(403);
  });
});

describe('beside what a code says itself', () => {
  test('a target of a shield takes the place of its own, but for what the code refuses', async () => {
    const led = rule({ fact: 'language', is: 'de' }, { target: 'https://t.example/shield' });
    const own = [
      { kind: 'qr.any', condition: { agent: ['curl'] }, action: { refuse: true as const } },
      { kind: 'qr.any', condition: ANYBODY, action: { target: 'https://t.example/rule' } },
    ];
    const setup = start({ own: [led] }, { links: [testLink({ rules: own })] });
    expect(await setup.visit({ 'accept-language': 'de' })).toBe('https://t.example/shield');
    expect(await setup.visit()).toBe('https://t.example/rule');
    expect(await setup.visit({ 'accept-language': 'de', 'user-agent': 'curl/8' })).toBe(403);
    await visitPath.stop();
    const off = start({ own: [led] }, { links: [testLink({ state: 'frozen' })], journalId: 'k' });
    expect(await off.visit({ 'accept-language': 'de' })).toBe(451);
  });

  test('a refusal comes on the first host of a chain, and once', async () => {
    const link = testLink({ host: 's.example', chain: ['l.example'] });
    const { ask, visits } = start({ own: [rule({ agent: ['curl'] })] }, { links: [link] });
    const on = (host: string, agent: string) => ask('/abc', { host, 'user-agent': agent });
    expect((await on('s.example', 'curl/8')).status).toBe(403);
    expect((await on('s.example', DESKTOP)).headers.get('location')).toStartWith('https://l.example/');
    expect((await on('l.example', 'curl/8')).status).toBe(403);
    expect((await visits()).map(({ flags }) => flags)).toEqual([
      FLAG_HOP | FLAG_REFUSED,
      FLAG_HOP | FLAG_REFUSED,
    ]);
  });
});

describe('a rate', () => {
  const rate: VisitCondition = { rate: 3, seconds: 60 };

  test('refuses who comes more often, until the window is over, and nobody else', async () => {
    const { visit, wait } = start({ own: [rule(rate)] });
    const came = [await visit(), await visit(), await visit(), await visit()];
    expect(came).toEqual([...Array(3).fill('https://t.example/'), 403]);
    expect(await visit({ 'x-forwarded-for': '198.51.100.8' })).toBe('https://t.example/');
    wait(60);
    expect(await visit()).toBe('https://t.example/');
  });

  test('counts neither looks nor what browsers load ahead, and a chain once', async () => {
    const link = testLink({ host: '', chain: ['l.example'] });
    const { ask, visit } = start({ own: [rule(rate)] }, { links: [link] });
    for (let at = 0; at < 5; at++) {
      await ask('/abc', {}, { method: 'HEAD' });
      await ask('/abc', { host: 'l.example', 'sec-purpose': 'prefetch' });
      expect(await visit()).toContain('l.example');
    }
    const last = async () => (await ask('/abc', { host: 'l.example' })).status;
    expect([await last(), await last(), await last(), await last()]).toEqual([302, 302, 302, 403]);
    // From now on the first host says so at once.
    expect(await visit()).toBe(403);
  });

  test('of a code’s own rule counts each code for itself, although equal rules are compiled once', async () => {
    const rules = [{ kind: 'qr.any', condition: rate, action: { refuse: true as const } }];
    const links = [testLink({ rules }), testLink({ rules, id: 'a2'.repeat(12), code: 'two' })];
    const { visit } = start({}, { links });
    for (const code of ['/abc', '/two'])
      expect([await visit({}, code), await visit({}, code), await visit({}, code)]).not.toContain(403);
    expect(await visit({}, '/abc')).toBe(403);
  });
});

test('what is refused is written down once, under the rule and the code, and is no visit; a look is not', async () => {
  const first = rule({ fact: 'wechat' });
  const second = rule(ANYBODY);
  const link = testLink();
  const { ask, visits } = start({ all: [first], own: [second] });
  await ask('/abc', { 'user-agent': WECHAT });
  await ask();
  await ask('/abc', { 'user-agent': CRAWLER });
  await ask('/abc', {}, { method: 'HEAD' });
  await ask('/abc', { 'sec-purpose': 'prefetch' });
  const now = Date.UTC(2026, 0, 1, 4);
  expect((await ask(trialPath(testScanTokens, { id: link.id, host: '', code: 'abc' }, now))).status).toBe(
    403,
  );
  const refused = FLAG_HOP | FLAG_REFUSED;
  expect(
    (await visits()).map(({ flags, link: of, targetKey }) => [
      flags,
      Buffer.from(of, 'latin1').toString('hex'),
      targetKey,
    ]),
  ).toEqual([
    [refused, link.id, first.number],
    [refused, link.id, second.number],
    [refused | FLAG_CRAWLER, link.id, second.number],
  ]);
});
