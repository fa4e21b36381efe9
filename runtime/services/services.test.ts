import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Caller } from '@waypost/sdk';
import type { MenuEntry } from './catalogue.ts';
import { outcome, startTestServices, startTestStore, testRequest } from './test-services.ts';

// A store in a process of its own, on a busy machine.
setDefaultTimeout(60_000);

let store: Awaited<ReturnType<typeof startTestStore>>;
let number = 0;
const running: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(async () => {
  for (const services of running) await services.stop();
  await store.stop();
});

const database = () => store.uri(`services_${process.pid}_${++number}`);
async function start(options: Omit<Parameters<typeof startTestServices>[0], 'uri'> & { uri?: string } = {}) {
  const it = await startTestServices({ uri: database(), ...options });
  running.push(it);
  return it;
}
const authenticate = (it: Awaited<ReturnType<typeof start>>, token: string) =>
  it.services.authenticate(token, { address: '', userAgent: '' });
const place = (route: string, roles: MenuEntry['place']['roles'], verbs: string[]): MenuEntry => ({
  plugin: 'qr',
  place: { route, roles: roles ?? [] },
  permission: `qr.${route}:read`,
  buttons: verbs.map((verb) => ({ permission: `qr.${route}:${verb}`, name: verb })),
});

test('the first start makes one administrator with a random password that is told once', async () => {
  const uri = database();
  const first = { account: 'owner', password: undefined } as unknown as { account: string };
  const processes = await Promise.all([start({ uri, first }), start({ uri, first }), start({ uri, first })]);
  await Promise.all(processes.map((it) => it.services.start()));
  const said = processes.flatMap((it) => it.announced);
  expect(said).toHaveLength(1);
  const [role, account, password] = (said[0] ?? '').split(' ');
  expect([role, account]).toEqual(['administrator', 'owner']);
  const { user_info } = await processes[0].services.identity.login(
    { account: 'owner', password: password ?? '' },
    testRequest(),
  );
  expect(user_info).toMatchObject({ role_name: 'role.super', must_change_password: true });
});

test('setup cannot be entered again, not even after the first account is gone', async () => {
  const uri = database();
  const it = await start({ uri });
  await it.services.start();
  expect(await it.collections.accounts.find({}).toArray()).toHaveLength(1);
  await it.collections.accounts.deleteMany({});
  const attacker = await start({ uri, first: { account: 'attacker', password: 'Waypost123' } });
  await attacker.services.start();
  expect(await it.collections.accounts.find({}).toArray()).toHaveLength(0);
  expect(attacker.announced).toEqual([]);
});

test('roles get the screens that plugins offer them; what an operator takes away stays away', async () => {
  const codes = place('codes', ['administrator', 'customer'], ['create', 'read_all']);
  const it = await start({ menus: [codes] });
  await it.services.start();
  const nodesOf = async (key: string) => (await it.collections.roles.findOne({ key }))?.permissions ?? [];
  expect(await nodesOf('administrator')).toEqual(['qr.codes:read', 'qr.codes:create', 'qr.codes:read_all']);
  expect(await nodesOf('customer')).toEqual(['qr.codes:read', 'qr.codes:create']);
  expect(await nodesOf('agent')).toEqual([]);
  await it.collections.roles.updateOne({ key: 'customer' }, { $pull: { permissions: 'qr.codes:create' } });
  it.catalogue.menuList.push(place('visits', ['customer'], []));
  await it.catalogue.change();
  expect(await nodesOf('customer')).toEqual(['qr.codes:read', 'qr.visits:read']);
});

test('a release that names one more role for a screen that is there gives it nothing: nobody agreed to that', async () => {
  const it = await start({ menus: [place('codes', ['administrator'], ['create'])] });
  await it.services.start();
  const nodesOf = async (key: string) => (await it.collections.roles.findOne({ key }))?.permissions ?? [];
  it.catalogue.menuList[0] = place('codes', ['administrator', 'customer'], ['create', 'print']);
  await it.catalogue.change();
  expect(await nodesOf('administrator')).toEqual(['qr.codes:read', 'qr.codes:create', 'qr.codes:print']);
  expect(await nodesOf('customer')).toEqual(['qr.codes:print']);
});

test('a caller holds the nodes of active plugins only', async () => {
  const it = await start({ menus: [place('codes', ['customer'], ['create'])] });
  await it.services.start();
  await it.services.accounts.create({ account: 'customer1', password: 'Waypost123', role: 'customer' });
  const { token } = await it.services.identity.login(
    { account: 'customer1', password: 'Waypost123' },
    testRequest(),
  );
  const caller = await authenticate(it, token);
  expect([...(caller?.permissions ?? [])]).toEqual(['qr.codes:read', 'qr.codes:create']);
  expect(caller?.isSuper).toBe(false);
  it.catalogue.menuList.length = 0;
  await it.catalogue.change();
  expect([...((await authenticate(it, token))?.permissions ?? [])]).toEqual([]);
});

test('an API key is its scopes and nothing more, also that of a super administrator', async () => {
  const it = await start({
    menus: [place('codes', [], ['create', 'delete']), place('codes_old', [], ['create'])],
  });
  await it.services.start();
  const account = await it.services.accounts.idOf('admin');
  const make = (scopes?: string[]) => it.services.apiKeys.create({ owner: account, name: 'test', scopes });
  const caller = async (scopes?: string[]) => authenticate(it, (await make(scopes)).key) as Promise<Caller>;
  expect(await caller()).toMatchObject({ isSuper: true, via: 'api_key', account: 'admin' });
  const scoped = await caller(['qr.codes:create', 'qr.codes_old:*']);
  expect(scoped.isSuper).toBe(false);
  expect([...scoped.permissions].sort()).toEqual([
    'qr.codes:create',
    'qr.codes_old:create',
    'qr.codes_old:read',
  ]);
  expect([...(await caller(['qr.codes:*'])).permissions]).not.toContain('qr.codes_old:create');
  expect([...(await caller([])).permissions]).toEqual([]);
  expect(await outcome(make(['qr.*']))).toBe('invalid_input');
  const { id, key } = await make();
  expect(JSON.stringify(await it.collections.apiKeys.find({}).toArray())).not.toContain(key);
  await it.services.apiKeys.revoke(id, 'owner');
  expect(await outcome(it.services.apiKeys.revoke(id, 'owner'))).toBe('not_found');
  expect(await authenticate(it, key)).toBeUndefined();
});

test('a key from before keys could end goes on, and can be ended', async () => {
  const it = await start({ menus: [place('codes', [], ['create'])] });
  await it.services.start();
  const { id, key } = await it.services.apiKeys.create({
    owner: await it.services.accounts.idOf('admin'),
    name: 'old',
  });
  const kept = await it.collections.apiKeys.findOne({ _id: id });
  await it.collections.apiKeys.deleteOne({ _id: id });
  await it.collections.apiKeys.insertOne({
    _id: id,
    hash: kept?.hash,
    account: kept?.owner,
    name: 'old',
    prefix: kept?.prefix,
    scopes: null,
    create_time: it.clock.date(),
    last_time: null,
  } as never);
  await it.services.start();
  expect(await authenticate(it, key)).toMatchObject({ account: 'admin' });
  expect(await it.services.apiKeys.list(kept?.owner)).toMatchObject([{ _id: id, revoke_time: null }]);
  await it.services.apiKeys.revokeAll(kept?.owner ?? '', 'disabled');
  expect(await authenticate(it, key)).toBeUndefined();
});

test('two super administrators who disable each other at once cannot leave nobody', async () => {
  const it = await start();
  await it.services.start();
  await it.services.accounts.create({ account: 'second', password: 'Waypost123', role: 'super' });
  const disable = (account: string) =>
    it.transaction(async (session) => {
      await it.collections.accounts.updateOne({ account }, { $set: { disabled: 2 } }, { session });
      await Bun.sleep(20);
      await it.services.identity.requireSuperLeft(session);
    });
  const outcomes = await Promise.all([outcome(disable('admin')), outcome(disable('second'))]);
  expect(outcomes.sort()).toEqual(['accepted', 'last_super_administrator']);
  expect(await it.collections.accounts.find({ disabled: 1 }).toArray()).toHaveLength(1);
});

test('a role that can do more than the caller cannot be handed out', async () => {
  const it = await start({ menus: [place('codes', ['administrator', 'customer'], ['create', 'read_all'])] });
  await it.services.start();
  await it.services.accounts.create({ account: 'customer1', password: 'Waypost123', role: 'customer' });
  const { token } = await it.services.identity.login(
    { account: 'customer1', password: 'Waypost123' },
    testRequest(),
  );
  const caller = (await authenticate(it, token)) as Caller;
  const { identity } = it.services;
  expect(await outcome(identity.requireRoleWithin(await identity.roleId('customer'), caller))).toBe(
    'accepted',
  );
  expect(await outcome(identity.requireRoleWithin(await identity.roleId('administrator'), caller))).toBe(
    'forbidden',
  );
  expect(await outcome(identity.requireRoleWithin(await identity.roleId('super'), caller))).toBe('forbidden');
  expect(await outcome(identity.requireRoleWithin('0'.repeat(24), caller))).toBe('forbidden');
});

test('a role that does more once a plugin is on again cannot be handed out while it is off', async () => {
  const it = await start({
    menus: [
      place('codes', ['administrator', 'customer'], ['create']),
      place('orders', ['administrator'], ['refund']),
    ],
  });
  await it.services.start();
  await it.services.accounts.create({ account: 'customer1', password: 'Waypost123', role: 'customer' });
  const signedIn = { account: 'customer1', password: 'Waypost123' };
  const { token } = await it.services.identity.login(signedIn, testRequest());
  it.catalogue.menuList.pop();
  await it.catalogue.change();
  const caller = (await authenticate(it, token)) as Caller;
  const { identity, roleAdministration } = it.services;
  const administrator = await identity.roleId('administrator');
  expect(await outcome(identity.requireRoleWithin(administrator, caller))).toBe('forbidden');
  expect(await outcome(roleAdministration.requireHeld(['qr.orders:refund'], caller))).toBe('forbidden');
  // Whoever has it themselves may go on giving it.
  const { id } = await it.services.accounts.create({
    account: 'operator1',
    password: 'Waypost123',
    role: 'administrator',
  });
  const operator = { ...caller, id, role: administrator };
  expect(await outcome(roleAdministration.requireHeld(['qr.orders:refund'], operator))).toBe('accepted');
  const key = { ...operator, via: 'api_key' as const };
  expect(await outcome(roleAdministration.requireHeld(['qr.orders:refund'], key))).toBe('forbidden');
  const off = (await roleAdministration.nodes('en-US')).filter(({ is_active }) => !is_active);
  expect(off.map(({ permission }) => permission)).toEqual([]);
});

test('what a plugin declared keeps its place and words while it is off', async () => {
  const it = await start({
    menus: [place('codes', ['administrator'], []), { ...place('orders', [], ['refund']), plugin: 'shop' }],
  });
  await it.services.start();
  it.catalogue.menuList.pop();
  await it.catalogue.change();
  const off = (await it.services.roleAdministration.nodes('en-US')).filter(({ is_active }) => !is_active);
  expect(off.map(({ permission, plugin, name }) => [permission, plugin, name])).toEqual([
    ['qr.orders:read', 'shop', 'menu.orders'],
    ['qr.orders:refund', 'shop', 'refund'],
  ]);
  await it.services.forgetPermissions('shop');
  expect((await it.services.roleAdministration.nodes('en-US')).every(({ is_active }) => is_active)).toBe(
    true,
  );
});

test('a role that another process changes is another with the next call', async () => {
  const uri = database();
  const menus = () => [place('codes', ['customer'], ['create'])];
  const [one, two] = [await start({ uri, menus: menus() }), await start({ uri, menus: menus() })];
  await one.services.start();
  await two.services.start();
  await one.services.accounts.create({ account: 'customer1', password: 'Waypost123', role: 'customer' });
  const signedIn = { account: 'customer1', password: 'Waypost123' };
  const { token } = await one.services.identity.login(signedIn, testRequest());
  const held = async () => [...((await authenticate(two, token))?.permissions ?? [])].sort();
  expect(await held()).toEqual(['qr.codes:create', 'qr.codes:read']);
  await one.collections.roles.updateOne(
    { key: 'customer' },
    { $set: { permissions: ['qr.codes:read'] }, $inc: { version: 1 } },
  );
  expect(await held()).toEqual(['qr.codes:read']);
});

test('an edit of the audit log shows, and several processes write one chain', async () => {
  const uri = database();
  const [one, two] = [await start({ uri }), await start({ uri })];
  await one.services.start();
  const record = (it: typeof one, index: number) =>
    it.services.audit({
      type: 'qr.code.update',
      plugin: 'qr',
      target: `t${index}`,
      after: { name: 'a\nb', password: 'p' },
    });
  await Promise.all(Array.from({ length: 12 }, (_, index) => record(index % 2 ? one : two, index)));
  expect(await one.services.auditLog.verify()).toEqual({ isIntact: true, entries: 12 });
  const entry = await one.collections.audit.findOne({ seq: 5 });
  expect(entry?.after).toBe('{"name":"a\\nb","password":"***"}');
  await one.collections.audit.updateOne({ seq: 5 }, { $set: { target: 'somebody else' } });
  expect(await one.services.auditLog.verify()).toEqual({ isIntact: false, seq: 5, fault: 'changed' });
  await one.collections.audit.updateOne({ seq: 5 }, { $set: { target: entry?.target ?? null } });
  await one.collections.audit.deleteOne({ seq: 8 });
  expect(await one.services.auditLog.verify()).toEqual({ isIntact: false, seq: 9, fault: 'removed' });
});

test('entries that were taken off the end of the audit log are missed, also after a restart and further entries', async () => {
  const uri = database();
  const one = await start({ uri });
  const record = (it: typeof one, target: string) =>
    it.services.audit({ type: 'qr.code.update', plugin: 'qr', target });
  for (const target of ['a', 'b', 'c', 'd']) await record(one, target);
  while ((await one.collections.chainHeads.findOne({ _id: 'system_audit_log' }))?.seq !== 4)
    await Bun.sleep(10);
  await one.collections.audit.deleteMany({ seq: { $gte: 3 } });
  expect(await one.services.auditLog.verify()).toEqual({ isIntact: false, seq: 3, fault: 'removed' });
  const next = await start({ uri });
  await record(next, 'e');
  expect(await next.services.auditLog.verify()).toEqual({ isIntact: false, seq: 5, fault: 'removed' });
  await next.collections.audit.deleteMany({});
  expect(await next.services.auditLog.verify()).toMatchObject({ isIntact: false });
});

test('a setting that no longer fits its rules falls back to the default instead of stopping logins', async () => {
  const it = await start();
  await it.services.start();
  const { platform } = it.services;
  expect(await platform.change(0, { login_failure_limit: 3 })).toMatchObject({ version: 1 });
  expect((await platform.read()).login_failure_limit).toBe(3);
  await expect(platform.change(1, { login_failure_limit: 0 })).rejects.toThrow();
  expect(await outcome(platform.change(0, { login_failure_limit: 9 }))).toBe('stale_version');
  await it.collections.settings.updateOne(
    { _id: 'platform' },
    { $set: { 'value.login_failure_limit': 'many' } },
  );
  it.clock.pass(1000);
  expect((await platform.read()).login_failure_limit).toBe(5);
});

test('a challenge used in one process is used in all', async () => {
  const uri = database();
  const [one, two] = [await start({ uri }), await start({ uri })];
  const { sealValue } = await import('./sealed/seal.ts');
  const sealed = sealValue({
    text: 'secret1',
    challenge: await one.services.identity.challenge(),
    info: 'waypost/v1/administrator/login/password',
    ephemeral: crypto.getRandomValues(new Uint8Array(32)),
    nonce: crypto.getRandomValues(new Uint8Array(24)),
    ts: one.clock.now(),
  });
  const at = { area: 'administrator', call: 'login', field: 'password' };
  const outcomes = await Promise.all([one, two].map((it) => outcome(it.services.unseal(sealed, at))));
  expect(outcomes.sort()).toEqual(['accepted', 'sealed_invalid']);
});
