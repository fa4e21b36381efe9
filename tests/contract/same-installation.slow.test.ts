import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import type { mongo } from 'mongoose';
import { runHere } from '../../runtime/command/testing/run-waypost.ts';
import { prepareDataDirectory } from '../../runtime/process/data-directory.ts';
import { parseEnvironment } from '../../runtime/process/environment.ts';
import { fingerprintOf, requireSameInstallation } from '../../runtime/storage/index.ts';
import { openClient } from '../../runtime/storage/open-client.ts';
import { freePort } from '../product.ts';

setDefaultTimeout(120_000);
const PROJECT = join(import.meta.dir, '../..');
let store: TestStore;
let client: mongo.MongoClient;
let number = 0;

beforeAll(async () => {
  store = await startTestStore();
  client = openClient(store.uri);
});
afterAll(async () => {
  await client?.close();
  await store?.stop();
});

const fresh = () => {
  number += 1;
  return client.db(`shared${number}`);
};
const fault = (work: Promise<void>) =>
  work.then(
    () => undefined,
    (error: unknown) => String(error),
  );

test('the first machine says which key and which days are everybody’s; what is open says nothing', async () => {
  const database = fresh();
  await requireSameInstallation(database, { key: 'one', timeZone: 'Asia/Shanghai', isZoneFixed: false });
  await requireSameInstallation(database, { key: 'one', timeZone: 'Europe/Berlin', isZoneFixed: false });
  await requireSameInstallation(database, { timeZone: 'Europe/Berlin', isZoneFixed: true });
  await requireSameInstallation(database, { key: 'one', timeZone: 'Europe/Berlin', isZoneFixed: true });
  expect(
    await fault(
      requireSameInstallation(database, { key: 'two', timeZone: 'Europe/Berlin', isZoneFixed: true }),
    ),
  ).toContain('SECRET_KEY');
  for (const isZoneFixed of [true, false])
    expect(
      await fault(requireSameInstallation(database, { key: 'one', timeZone: 'Asia/Shanghai', isZoneFixed })),
    ).toContain('TIME_ZONE: expected Europe/Berlin');
});

test('of several that come at once one is believed by all', async () => {
  const database = fresh();
  const faults = await Promise.all(
    ['a', 'b', 'c', 'd'].map((key) =>
      fault(requireSameInstallation(database, { key, timeZone: 'Asia/Shanghai', isZoneFixed: true })),
    ),
  );
  expect(faults.filter((one) => one === undefined)).toHaveLength(1);
});

/** How a start ends on a database of others. */
async function startOn(
  database: mongo.Db,
  more: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-shared-'));
  const child = Bun.spawn([process.execPath, 'runtime/start/main.ts'], {
    cwd: PROJECT,
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: directory,
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      MONGODB_URI: store.uri.replace('/?', `/${database.databaseName}?`),
      ...more,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  const code = await child.exited;
  rmSync(directory, { recursive: true, force: true });
  return { code, said };
}

test('a machine with another SECRET_KEY refuses to start, and says what to do', async () => {
  const database = fresh();
  await requireSameInstallation(database, { key: 'of others', timeZone: 'Asia/Shanghai', isZoneFixed: true });
  const { code, said } = await startOn(database, {});
  expect(code).toBe(1);
  expect(said).toContain('SECRET_KEY: expected the one that the database');
  expect(said).toContain('DATA_DIR/secret.key');
});

test('a machine with another TIME_ZONE refuses to start, and says which one it is to be', async () => {
  const database = fresh();
  await requireSameInstallation(database, { timeZone: 'Africa/Nairobi', isZoneFixed: true });
  const { code, said } = await startOn(database, { TIME_ZONE: 'Asia/Tokyo' });
  expect(code).toBe(1);
  expect(said).toContain('TIME_ZONE: expected Africa/Nairobi');
});

/** A DATA_DIR of its own, and a database that a machine with the key of 32 times `letter` and the zone of Shanghai serves. */
async function servedWith(letter: string) {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-shared-'));
  const { databaseName } = fresh();
  const SECRET_KEY = Buffer.alloc(32, letter).toString('base64');
  const MONGODB_URI = store.uri.replace('/?', `/${databaseName}?`);
  const { deriveKey } = await prepareDataDirectory(parseEnvironment({ DATA_DIR: directory, SECRET_KEY }));
  const database = client.db(databaseName);
  await requireSameInstallation(database, {
    key: fingerprintOf(deriveKey),
    timeZone: 'Asia/Shanghai',
    isZoneFixed: true,
  });
  return {
    database,
    run: (words: readonly string[], variables: Record<string, string> = {}) =>
      runHere(directory, words, { variables: { MONGODB_URI, SECRET_KEY, ...variables } }),
    archive: join(directory, 'made.tar'),
    end: () => rmSync(directory, { recursive: true, force: true }),
  };
}

test('commands with another SECRET_KEY or TIME_ZONE than the installation’s are refused as its start is', async () => {
  const { run, archive, end } = await servedWith('a');
  const SECRET_KEY = Buffer.alloc(32, 'b').toString('base64');
  for (const words of [['doctor'], ['backup', archive], ['account', 'list'], ['audit', 'verify']]) {
    const refused = await run(words, { SECRET_KEY });
    expect([words, refused.code]).toEqual([words, 1]);
    expect(refused.out + refused.error).toContain('SECRET_KEY: expected the one that the database');
    const elsewhere = await run(words, { TIME_ZONE: 'Asia/Tokyo' });
    expect([words, elsewhere.code]).toEqual([words, 1]);
    expect(elsewhere.out + elsewhere.error).toContain('TIME_ZONE: expected Asia/Shanghai');
  }
  expect(existsSync(archive)).toBe(false);
  expect(await run(['account', 'list'])).toMatchObject({ code: 0 });
  end();
});

test('a command says nothing about which key is everybody’s: it may have been run anywhere', async () => {
  const { run, database, end } = await servedWith('c');
  const kept = database.collection('kernel_database');
  await kept.deleteMany({});
  await run(['account', 'list'], { SECRET_KEY: Buffer.alloc(32, 'd').toString('base64') });
  expect(await kept.findOne({ _id: 'installation' as never })).toBeNull();
  end();
});
