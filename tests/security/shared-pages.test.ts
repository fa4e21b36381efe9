import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf, seal } from '../api.ts';
import { openWorld, type World, withStore } from './world.ts';

setDefaultTimeout(90_000);

const PASSWORD = 'plantedShare7f3a';
const NAME = 'annas-poster';

let world: World;
let cardKey: string;
let shareToken: string;

beforeAll(async () => {
  world = await openWorld();
  const { anna } = world;
  const share_password = await seal(anna, PASSWORD, 'qr_code_list', 'add', 'share_password');
  await anna.call('qr_code_list/add', {
    name: 'Poster',
    file_name: NAME,
    share_password,
    targets: [{ url: 'https://example.com/' }],
  });
  cardKey = (await anna.call<{ key: string }>('qr_code_access/issue_key')).content.key;
  shareToken = (await share(guest(), NAME, PASSWORD, '10.7.0.1')).content.token;
}, 180_000);

const guest = () => apiOf(world.product.origin);
/** The product trusts the proxy on loopback, so that a test can come from many addresses. */
const from = (address: string) => ({ 'x-forwarded-for': address });
const share = (api: Api, file_name: string, password: string, address: string) =>
  api.call<{ token: string; view_number: number }>(
    'qr_code_list/share_access',
    { file_name, password },
    from(address),
  );

const day = (offset: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: world.product.timeZone }).format(
    Date.now() + offset * 86_400_000,
  );
const enquire = (key: string, address: string, more = {}) =>
  guest().call<unknown[]>(
    'qr_code_access/public_enquiry',
    { key, ip_list: ['8.8.8.8'], start_time: day(-2), end_time: day(0), ...more },
    from(address),
  );

describe('Rates 2.4.1: whoever guesses would be in at last', () => {
  test('a card key: one address asks sixty times a minute, another is not held up by it', async () => {
    const answers = [];
    for (let guess = 0; guess < 61; guess += 1)
      answers.push((await enquire(`vq_${guess}`, '10.7.1.1')).status);
    expect(new Set(answers.slice(0, 60))).toEqual(new Set([403]));
    expect(answers[60]).toBe(429);
    expect((await enquire(cardKey, '10.7.1.1')).status).toBe(429);
    expect((await enquire(cardKey, '10.7.1.2')).status).toBe(200);
  });

  test('a share password: five wrong ones, then the right one fails too, but not for the owner’s friends', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      expect((await share(guest(), NAME, `wrong ${guess}`, '10.7.2.1')).status).toBe(403);
    const locked = await share(guest(), NAME, PASSWORD, '10.7.2.1');
    expect([locked.status, locked.body]).toMatchObject([429, { code: 'qr.share_locked' }]);
    expect((await share(guest(), NAME, PASSWORD, '10.7.2.2')).status).toBe(200);
  });

  test('a share token has too many letters to be guessed, and is one code’s', async () => {
    expect(Buffer.from(shareToken, 'base64url').length).toBeGreaterThanOrEqual(32);
    const made = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
    expect((await guest().call('qr_code_list/share_access', { token: made })).status).toBe(403);
  });
});

describe('Enumeration: an answer must not tell which half was right', () => {
  const plain = ({ status, body }: { status: number; body: unknown }) => ({ status, body });

  test('a share name that exists answers like one that does not, in a like time', async () => {
    const timed = async (name: string, address: string) => {
      const begun = performance.now();
      const answer = await share(guest(), name, 'wrong guess', address);
      return { answer: plain(answer), took: performance.now() - begun };
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const one = await timed(NAME, `10.7.3.${round}`);
      const other = await timed(`nobodys-${round}`, `10.7.4.${round}`);
      expect(one.answer).toEqual(other.answer);
      known.push(one.took);
      unknown.push(other.took);
    }
    // Both hash a password; a name that is not there would otherwise answer many times faster.
    expect(Math.max(...unknown) * 5).toBeGreaterThan(Math.min(...known));
  });

  test('a key that was revoked answers like one that never was; a code of others like none', async () => {
    const { ben } = world;
    const old = (await ben.call<{ key: string }>('qr_code_access/issue_key')).content.key;
    const bens = (await ben.call<{ key: string }>('qr_code_access/issue_key')).content.key;
    expect(plain(await enquire(old, '10.7.5.1'))).toEqual(plain(await enquire('vq_never', '10.7.5.1')));
    const foreign = await enquire(bens, '10.7.5.1', { file_name: NAME });
    expect(plain(foreign)).toEqual(plain(await enquire(bens, '10.7.5.1', { file_name: 'nobodys' })));
  });

  test('neither page takes an operator for a text', async () => {
    for (const trick of [{ $ne: null }, { $gt: '' }, ['x'], 7, true, null]) {
      expect((await enquire(trick as unknown as string, '10.7.6.1')).status).toBe(422);
      for (const body of [
        { file_name: trick, password: PASSWORD },
        { file_name: NAME, password: trick },
        { token: trick },
      ])
        expect((await guest().call('qr_code_list/share_access', body, from('10.7.6.1'))).status).toBe(422);
    }
  });
});

describe('Secrets 13.3.1: who reads the store opens nothing with it', () => {
  test('share password, share token and card key stand in it as hashes only', async () => {
    const dump = await withStore(world.product, async (database) => {
      const collections = await database.listCollections().toArray();
      const all = await Promise.all(
        collections.map(({ name }) => database.collection(name).find({}).toArray()),
      );
      return JSON.stringify(all);
    });
    expect(dump).toContain(NAME);
    expect(dump).toContain('$argon2id$');
    for (const secret of [PASSWORD, shareToken, cardKey]) expect(dump.includes(secret)).toBe(false);
  });
});
