import { beforeAll, describe, expect, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { apiOf, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { openWorld, type World } from './world.ts';

/** `administrator/login` and `update_password/update` answer this often a minute. */
const LIMIT = 60;

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

/** Statuses of `count` calls with a body that no schema takes, so that a limit is all that can stop them. */
async function knock(
  at: { origin: string; token?: string | undefined; path: string },
  headersOf: (index: number) => Record<string, string>,
  count = LIMIT + 1,
): Promise<number[]> {
  const api = apiOf(at.origin, at.token);
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push((await api.call(at.path, { no_such_field: 1 }, headersOf(index))).status);
  return statuses;
}
const allowed = Array.from({ length: LIMIT }, () => 422);

describe('Rates 2.4.1: without a limit passwords are guessed as fast as the machine hashes', () => {
  test('limit + 1 of one address is 429 and says when to come back; another address is not held up', async () => {
    const at = { origin: world.product.origin, path: 'administrator/login' };
    expect(await knock(at, () => ({ 'x-forwarded-for': '203.0.113.10' }))).toEqual([...allowed, 429]);
    const refused = await fetch(`${at.origin}/api/${at.path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.10' },
    });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      429,
      'too_many_requests',
    ]);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await knock(at, () => ({ 'x-forwarded-for': '203.0.113.11' }), 1)).toEqual([422]);
  });

  test('limit + 1 of one account is 429 from wherever it calls; another account is not held up', async () => {
    const { product } = world;
    const credentials = await createAccount(product, { account: 'rates.security', role: 'customer' });
    const { token } = await signIn(product.origin, credentials);
    const at = { origin: product.origin, token, path: 'update_password/update' };
    expect(await knock(at, (index) => ({ 'x-forwarded-for': `198.18.${index}.1` }))).toEqual([
      ...allowed,
      429,
    ]);
    expect(
      await knock({ ...at, token: world.ben.token }, () => ({ 'x-forwarded-for': '198.18.0.1' }), 1),
    ).toEqual([422]);
  });

  test('behind a trusted proxy only its own entry counts: made-up ones in front of it buy nothing', async () => {
    const at = { origin: world.product.origin, path: 'administrator/login' };
    const statuses = await knock(at, (index) => ({
      'x-forwarded-for': `10.1.${index}.1, 127.0.0.1, 203.0.113.20`,
    }));
    expect(statuses).toEqual([...allowed, 429]);
    // Behind two proxies of ours the right-most that is not ours is the client.
    const chain = await knock(
      at,
      (index) => ({ 'x-forwarded-for': `10.2.${index}.1, 203.0.113.20, 127.0.0.1` }),
      1,
    );
    expect(chain).toEqual([429]);
  });

  test('one IPv6 line has 2^64 addresses and counts once', async () => {
    const at = { origin: world.product.origin, path: 'administrator/login' };
    const statuses = await knock(at, (index) => ({
      'x-forwarded-for': `2001:db8:7:7::${index.toString(16)}`,
    }));
    expect(statuses).toEqual([...allowed, 429]);
    expect(await knock(at, () => ({ 'x-forwarded-for': '2001:db8:7:8::1' }), 1)).toEqual([422]);
  });

  describe('without trusted proxies', () => {
    let plain: Product;
    beforeAll(async () => {
      plain = await startProduct({ env: { TRUSTED_PROXIES: '', WAYPOST_FOLDING: 'off' } });
    }, 180_000);

    test('no header changes who one is', async () => {
      const at = { origin: plain.origin, path: 'administrator/login' };
      const statuses = await knock(at, (index) => ({
        'x-forwarded-for': `203.0.113.${index}`,
        'x-real-ip': `203.0.113.${index}`,
        forwarded: `for=203.0.113.${index}`,
        'cf-connecting-ip': `203.0.113.${index}`,
        'true-client-ip': `203.0.113.${index}`,
        'x-client-ip': `203.0.113.${index}`,
      }));
      expect(statuses).toEqual([...allowed, 429]);
      await plain.stop();
    }, 120_000);
  });
});

test('who is refused on and on waits for each answer, and holds up nobody beside: not in the same house either', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.66' };
  const guest = apiOf(world.product.origin);
  let refused = 0;
  const flood = Array.from({ length: 180 }, async () => {
    const { status } = await guest.call('nowhere/call', {}, headers);
    refused += 1;
    return status;
  });
  await Promise.any(flood);
  expect((await guest.call('website_info/inquire', {}, headers)).status).toBe(200);
  expect(refused).toBeLessThan(flood.length);
  expect(new Set(await Promise.all(flood))).toEqual(new Set([404]));
}, 60_000);
