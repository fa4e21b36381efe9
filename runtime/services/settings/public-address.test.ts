import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createConnection } from 'mongoose';
import type { KnownAddress } from '../../process/known-address.ts';
import { followChanges } from '../../storage/index.ts';
import { SETTINGS } from '../collections.ts';
import { outcome, startTestServices, startTestStore } from '../test-services.ts';
import { createPublicAddress } from './public-address.ts';

// A store in a process of its own, on a busy machine.
setDefaultTimeout(60_000);

const LISTENING = 'http://127.0.0.1:6009';
let store: Awaited<ReturnType<typeof startTestStore>>;
let number = 0;
const open: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => {
  for (const it of open.toReversed()) await it.stop();
  await store.stop();
});

const database = () => store.uri(`address_${process.pid}_${++number}`);

/** What one process has of the public address. */
async function start(options: {
  uri: string;
  environment?: string;
  known?: KnownAddress;
  keep?: (known: KnownAddress) => Promise<void>;
}) {
  const { services, stop } = await startTestServices({ uri: options.uri });
  const connection = await createConnection(options.uri).asPromise();
  const kept: KnownAddress[] = [];
  const failures: string[] = [];
  const address = createPublicAddress({
    environment: options.environment,
    listening: LISTENING,
    adminHosts: ['office.shop.com'],
    known: options.known ?? { public_url: '', earlier: [], given_up: [] },
    platform: services.platform,
    follow: (onChange) =>
      followChanges({
        connection,
        collection: SETTINGS,
        log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
        onChange,
      }),
    keep: options.keep ?? (async (known) => void kept.push(known)),
    failed: (error) => void failures.push(String(error)),
  });
  open.push({
    stop: async () => {
      await address.stop();
      await stop();
      await connection.close();
    },
  });
  const set = async (public_url: string) => {
    const { version } = await services.platform.readNow();
    return services.platform.change(version, { public_url });
  };
  return { address, set, kept, failures };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await Bun.sleep(10);
}

test('without anything set it is the address that the server listens on; set, it is in force at once and in every process', async () => {
  const uri = database();
  const [one, other] = [await start({ uri }), await start({ uri })];
  expect(one.address.facts()).toEqual({
    address: LISTENING,
    source: 'listening',
    reason: 'loopback',
    listening: LISTENING,
  });
  let changes = 0;
  one.address.onChange(() => changes++);
  await one.set('https://QR.Shop.com/');
  const facts = {
    address: 'https://qr.shop.com',
    source: 'setting',
    reason: null,
    listening: LISTENING,
  } as const;
  expect(one.address.facts()).toEqual(facts);
  await until(() => other.address.facts().source === 'setting');
  expect(other.address.facts()).toEqual(facts);
  expect(changes).toBe(1);
});

test('an address that cannot be kept is told of, the next one is kept, and the end comes in good order', async () => {
  const kept: string[] = [];
  const keep = async ({ public_url }: KnownAddress) => {
    if (kept.push(public_url) === 1) throw new Error('ENOSPC');
  };
  const { address, set, failures } = await start({ uri: database(), keep });
  await set('https://one.shop.com');
  await set('https://two.shop.com');
  await address.stop();
  expect(kept).toEqual(['https://one.shop.com', 'https://two.shop.com']);
  expect(failures).toEqual(['Error: ENOSPC']);
});

test('hosts of before stay this installation’s own: printed codes begin with them, and a wrong address locks nobody out', async () => {
  const { address, set, kept } = await start({ uri: database() });
  for (const next of ['https://one.shop.com', 'https://two.shop.com:8443', 'https://wrong.shop.com'])
    await set(next);
  expect([...address.hostNames()].sort()).toEqual([
    'office.shop.com',
    'one.shop.com',
    'two.shop.com',
    'wrong.shop.com',
  ]);
  expect(address.hosts()).toContain('two.shop.com:8443');
  await set('');
  expect(address.facts().source).toBe('listening');
  expect(address.hostNames().has('wrong.shop.com')).toBe(true);
  expect(kept.at(-1)?.earlier).toEqual([
    'https://wrong.shop.com',
    'https://two.shop.com:8443',
    'https://one.shop.com',
  ]);
});

test('PUBLIC_URL wins over what is set', async () => {
  const { address, set } = await start({ uri: database(), environment: 'https://env.shop.com' });
  await set('https://set.shop.com');
  expect(address.facts()).toMatchObject({ address: 'https://env.shop.com', source: 'environment' });
});

test('what was known at the last stop holds until the store is read', async () => {
  const known = {
    public_url: 'https://known.shop.com',
    earlier: ['https://before.shop.com'],
    given_up: [],
  };
  const uri = database();
  const first = await start({ uri });
  await first.set('https://now.shop.com');
  const { address } = await start({ uri, known });
  expect(address.facts()).toMatchObject({ address: 'https://known.shop.com', source: 'setting' });
  expect(address.hostNames().has('before.shop.com')).toBe(true);
  await address.load();
  expect(address.facts().address).toBe('https://now.shop.com');
  expect(address.hostNames().has('before.shop.com')).toBe(false);
});

test('what is no public address is refused and changes nothing', async () => {
  const { address, set } = await start({ uri: database() });
  for (const text of [
    'qr.shop.com',
    'ftp://qr.shop.com',
    'https://qr.shop.com/x',
    'https://a@qr.shop.com',
    'https://qr..com',
  ])
    expect([text, await outcome(set(text))]).toEqual([text, 'invalid_input']);
  expect(address.facts().source).toBe('listening');
});
