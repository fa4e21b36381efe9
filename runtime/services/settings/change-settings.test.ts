import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { AppError } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import { outcome, startTestServices, startTestStore, testRequest } from '../test-services.ts';

// A store in a process of its own, on a busy machine.
setDefaultTimeout(60_000);

let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let request: SignedRequest;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri('settings') });
  await it.services.start();
  const { token } = await it.services.identity.login(
    { account: 'admin', password: 'Waypost123' },
    testRequest(),
  );
  const caller = await it.services.authenticate(token, { address: '', userAgent: '' });
  if (caller === undefined) throw new Error('the administrator is not logged in');
  request = testRequest({ caller });
});
afterAll(async () => {
  await it.stop();
  await store.stop();
});

const NAMES = ['login_failure_limit', 'login_failure_minute', 'website_title'] as const;
const history = () => it.services.settingsHistory.page({ names: NAMES, page: 1, pageSize: 10 });
async function change(values: Parameters<typeof it.services.settingsChanges.change>[1]) {
  const { version } = await it.services.platform.readNow();
  it.clock.pass(60_000);
  await it.services.settingsChanges.change(version, values, request);
}
const undo = (id: string, names: readonly string[] = NAMES) =>
  it.services.settingsChanges.undo(id, names, request);

test('each save is told with who, when and what it was before; one that changes nothing is not', async () => {
  await change({ login_failure_limit: 7, website_title: 'Tower' });
  const saved = it.clock.date().toISOString();
  await change({ website_title: 'Tower' });
  const { content, count } = await history();
  expect(count).toBe(1);
  expect(content[0]).toMatchObject({ account: 'admin', undoes: null, time: saved });
  expect(content[0]?.changes.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'login_failure_limit', before: 5, after: 7 },
    { name: 'website_title', before: '', after: 'Tower' },
  ]);
  const latest = await it.services.settingsHistory.latest([...NAMES, 'public_url']);
  expect([...latest.keys()].toSorted()).toEqual(['login_failure_limit', 'website_title']);
});

test('one save is taken back, all of it, and the undoing is a change like any other', async () => {
  const [save] = (await history()).content;
  await undo(save?.id ?? '');
  expect(await it.services.platform.read()).toMatchObject({ login_failure_limit: 5, website_title: '' });
  const [undoing] = (await history()).content;
  expect(undoing?.undoes).toBe(save?.id ?? '');
  await undo(undoing?.id ?? '');
  expect(await it.services.platform.read()).toMatchObject({ login_failure_limit: 7, website_title: 'Tower' });
  const { entries } = await it.services.auditLog.page({
    plugin: 'system',
    type: 'system.configuration.update',
    page: 1,
    pageSize: 10,
  });
  expect(entries.length).toBe(4);
});

test('what somebody changed again is not taken back: the refusal says to what, by whom and when', async () => {
  await change({ login_failure_limit: 9, login_failure_minute: 30 });
  const [save] = (await history()).content;
  await change({ login_failure_limit: 11 });
  const refused = await undo(save?.id ?? '').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect((refused as AppError).code).toBe('setting_changed_since');
  expect((refused as AppError).content).toEqual({
    changed: [
      {
        name: 'login_failure_limit',
        value: 11,
        account: 'admin',
        time: it.clock.date().toISOString(),
      },
    ],
  });
  expect(await it.services.platform.read()).toMatchObject({
    login_failure_limit: 11,
    login_failure_minute: 30,
  });
});

test('a screen takes back only what it may set, and nothing that never was', async () => {
  const [save] = (await history()).content;
  expect(await outcome(undo(save?.id ?? '', ['website_title']))).toBe('not_found');
  expect(await outcome(undo('nothing'))).toBe('not_found');
});

test('of two saves at once one is refused whole: neither value, history nor audit log tell of it', async () => {
  const before = (await history()).count;
  const { version } = await it.services.platform.readNow();
  it.clock.pass(60_000);
  const both = await Promise.all(
    [21, 22].map((limit) =>
      outcome(it.services.settingsChanges.change(version, { login_failure_limit: limit }, request)),
    ),
  );
  expect(both.toSorted()).toEqual(['accepted', 'stale_version']);
  const { content, count } = await history();
  expect(count).toBe(before + 1);
  const { login_failure_limit } = await it.services.platform.read();
  expect(content[0]?.changes).toEqual([
    { name: 'login_failure_limit', before: 11, after: login_failure_limit },
  ]);
});

test('whoever registers begins with the share ratio that is set, and those who are there keep theirs', async () => {
  const ratioOf = async (account: string) =>
    (await it.collections.accounts.findOne({ account }))?.share_ratio;
  const register = (account: string) =>
    it.services.identity.register({ account, password: 'Waypost1' }, testRequest());
  await register('early.bird');
  await change({ share_ratio: 12.5 });
  await register('late.bird');
  expect([await ratioOf('early.bird'), await ratioOf('late.bird')]).toEqual([0, 12.5]);
});
