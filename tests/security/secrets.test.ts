import { beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { apiOf, seal, signIn } from '../api.ts';
import { addCode, createKey, openWorld, type World, withStore } from './world.ts';

let world: World;
const planted = {
  password: 'PlantedPassword1',
  header: 'planted-header-7f3a',
  body: 'planted-body-7f3a',
  query: 'planted-query-7f3a',
};
let tokens: string[];

beforeAll(async () => {
  world = await openWorld();
  const { root, product } = world;
  const password = await seal(root, planted.password, 'administrator', 'add', 'password');
  await root.call('administrator/add', { account: 'planted.person', password });
  const planter = await signIn(product.origin, { account: 'planted.person', password: planted.password });
  const key = await createKey(product, ['--account', 'planted.person']);
  tokens = [planter.token as string, key, world.anna.token as string, world.readerKey.token as string];
  await spill(planter.token as string, key);
}, 180_000);

/** Puts secrets wherever a careless log would take them from: headers, bodies, addresses, wrong fields, failing calls. */
async function spill(token: string, key: string): Promise<void> {
  const { origin } = world.product;
  const { short_code, qr_url } = await addCode(world.anna, { jump_type: 6 });
  const send = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: 'manual', ...init });
  const json = { 'content-type': 'application/json' };
  await send(`/api/administrator/profile?token=${token}&key=${planted.query}`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${token}` },
  });
  await send(`/${short_code}?token=${token}&password=${planted.query}`, {
    headers: { cookie: `session=${planted.header}`, authorization: `Bearer ${token}` },
  });
  await send(`/nothing-here?key=${key}&x=${planted.query}`, {
    headers: { authorization: `Basic ${btoa(`admin:${planted.header}`)}` },
  });
  await fetch(qr_url, {
    redirect: 'manual',
    headers: { referer: `https://evil.example/reset?token=${planted.query}` },
  });
  for (const authorization of [`Bearer ${planted.header}`, `Basic ${planted.header}`, planted.header])
    await send('/api/administrator/profile', {
      method: 'POST',
      headers: { ...json, authorization, 'x-api-key': planted.header },
    });
  // People type passwords into the wrong field, and programs send them in the wrong form.
  for (const body of [
    { account: planted.body, password: planted.password },
    { account: 'admin', password: planted.password, totp: planted.body },
    { [planted.body]: planted.password },
  ])
    await apiOf(origin).call('administrator/login', body);
  const sealed = await seal(apiOf(origin), planted.password, 'administrator', 'login', 'password');
  await apiOf(origin).call('administrator/login', { account: planted.body, password: sealed });
  await send('/api/administrator/login', {
    method: 'POST',
    headers: json,
    body: `{"password":"${planted.password}"`,
  });
  await apiOf(origin, token).call('qr_code_list/add', {
    name: planted.body,
    targets: [{ url: `javascript:${planted.body}` }],
  });
}

function filesUnder(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('Secrets 13.3.1', () => {
  test('a stolen disk gives no password, token, API key or server key', async () => {
    const files = filesUnder(world.product.dataDir);
    expect(files.some((file) => file.includes('journal'))).toBe(true);
    const secrets = [
      ...tokens,
      ...world.secrets.passwords,
      planted.password,
      planted.header,
      world.secrets.secretKey,
      Buffer.from(world.secrets.secretKey, 'base64').toString('hex'),
    ];
    for (const file of files) {
      // A draft takes the place of a file at any moment, and is read under that name.
      if (file.endsWith('.draft') && !existsSync(file)) continue;
      const bytes = readFileSync(file);
      for (const secret of secrets)
        expect([file, secret, bytes.includes(secret)]).toEqual([file, secret, false]);
      expect([file, bytes.includes(Buffer.from(world.secrets.secretKey, 'base64'))]).toEqual([file, false]);
    }
  });

  test('nor does a dump of the store, in any collection', async () => {
    const dump = await withStore(world.product, async (database) => {
      const names = (await database.listCollections({}, { nameOnly: true }).toArray()).map(
        ({ name }) => name,
      );
      return JSON.stringify(
        await Promise.all(names.map((name) => database.collection(name).find({}).toArray())),
      );
    });
    expect(dump).toContain('"password_hash":"$argon2id$');
    for (const secret of [
      ...tokens,
      ...world.secrets.passwords,
      planted.password,
      planted.header,
      world.secrets.secretKey,
    ])
      expect([secret, dump.includes(secret)]).toEqual([secret, false]);
  });

  test('other people of the machine cannot read the data, even in a directory open to them', () => {
    const open = filesUnder(world.product.dataDir)
      .map((file) => [file.slice(world.product.dataDir.length), statSync(file)] as const)
      .filter(([file, { size }]) => size > 0 && !/^\/launcher\.lock/.test(file))
      .filter(([file, { mode }]) => (mode & 0o077) !== 0 && !isBehindClosedFolder(file));
    expect(open.map(([file]) => file)).toEqual([]);
    const socket = statSync(join(world.product.dataDir, 'store.sock'), { throwIfNoEntry: false });
    if (socket) expect(socket.mode & 0o077).toBe(0);
  });

  test('the logs of all processes, at their most talkative, repeat nothing that was sent in secret', () => {
    const output = world.product.output();
    expect(output).toContain('"msg":"call answered"');
    for (const secret of [
      ...tokens,
      ...Object.values(planted),
      world.secrets.secretKey,
      world.product.administrator.password,
      btoa(`admin:${planted.header}`),
    ])
      expect([secret, output.includes(secret)]).toEqual([secret, false]);
  });

  test('no answer repeats a secret that was sent in the wrong place', async () => {
    const guest = apiOf(world.product.origin);
    for (const body of [
      { account: 'admin', password: planted.password },
      { account: { password: planted.password }, password: 1 },
    ])
      expect(JSON.stringify((await guest.call('administrator/login', body)).body)).not.toContain(
        planted.password,
      );
  });

  test('no list or answer shows a hash, a token of another session or a key', async () => {
    for (const path of ['administrator/inquire', 'menu/tree', 'qr_code_list/inquire', 'visitor/inquire'])
      expect(JSON.stringify((await world.root.call(path)).body)).not.toMatch(
        /argon2|password_hash|known_networks|wp_[A-Za-z0-9_-]{43}/,
      );
    const openapi = await (await fetch(`${world.product.origin}/api/openapi.json`)).text();
    expect(openapi).not.toContain(world.product.dataDir);
    expect(openapi).not.toContain('password_hash');
  });
});

/** A folder of mode 0700 keeps whatever is inside. */
function isBehindClosedFolder(file: string): boolean {
  const [, folder, ...rest] = file.split('/');
  return (
    rest.length > 0 &&
    folder !== undefined &&
    (statSync(join(world.product.dataDir, folder)).mode & 0o077) === 0
  );
}
