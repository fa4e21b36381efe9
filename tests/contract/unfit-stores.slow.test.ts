import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { openStore } from '../../runtime/storage/index.ts';
import { commandOutcome } from '../command-line.ts';
import { freePort } from '../product.ts';
import { type Document, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(120_000);
let store: TestStore;
let set: ReplicaSet;
/** What the server says otherwise than a replica set does, by command. */
let says: Record<string, (answer: Document) => Document> = {};

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    changed: ({ name }, answer) => says[name]?.(answer),
  });
});
afterAll(async () => {
  await set?.stop();
  await store?.stop();
});

const log = { debug() {}, info() {}, warn() {}, error() {} };
const privilegesOn = (db: string, actions: string[]) => (answer: Document) => ({
  ...answer,
  authInfo: {
    authenticatedUsers: [{ user: 'shop', db: 'admin' }],
    authenticatedUserRoles: [],
    authenticatedUserPrivileges: [{ resource: { db, collection: '' }, actions }],
  },
});
const READ_WRITE = [
  ...['changeStream', 'collStats', 'convertToCapped', 'createCollection', 'createIndex', 'dbHash', 'dbStats'],
  ...['dropCollection', 'dropIndex', 'find', 'insert', 'killCursors', 'listCollections', 'listIndexes'],
  ...['planCacheRead', 'remove', 'renameCollectionSameDB', 'update'],
];

/** What a start is told of a server that says so; undefined: it is used. */
async function reasonOf(said: typeof says, uri = set.uri): Promise<string | undefined> {
  says = said;
  const opened = openStore({ uri, log, program: 'server' });
  try {
    await until('the store is looked at', () => opened.isUp() || opened.lastFailure() !== undefined);
    return opened.isUp() ? undefined : opened.lastFailure();
  } finally {
    await opened.close();
    says = {};
  }
}

describe('a server that cannot be used is said to be one, with what to do', () => {
  const hello = (change: Document) => ({ hello: (answer: Document) => ({ ...answer, ...change }) });
  const unauthorized = () => ({
    ok: 0,
    code: 13,
    codeName: 'Unauthorized',
    errmsg: 'requires authentication',
  });

  const alone = ({ setName, setVersion, hosts, me, primary, electionId, ...rest }: Document) => rest;

  test('a single server', async () => {
    const reason = await reasonOf({ hello: alone }, `mongodb://${set.hosts[0]}/`);
    expect(reason).toContain('single server');
    expect(reason).toContain('rs.initiate()');
  });
  test('a sharded cluster', async () => {
    const mongos = (answer: Document) => ({ ...alone(answer), msg: 'isdbgrid' });
    expect(await reasonOf({ hello: mongos }, `mongodb://${set.hosts[0]}/`)).toContain('sharded cluster');
  });
  // A driver that is told the name of the set takes such a server for one that does not answer.
  describe('also where the connection string names the set', () => {
    const named = (host = set.hosts[0]) => `mongodb://${host}/?replicaSet=rs0`;
    test('a single server', async () => {
      expect(await reasonOf({ hello: alone }, named())).toContain('single server');
    });
    test('a sharded cluster', async () => {
      const mongos = (answer: Document) => ({ ...alone(answer), msg: 'isdbgrid' });
      expect(await reasonOf({ hello: mongos }, named())).toContain('sharded cluster');
    });
    test('a set that was not initiated', async () => {
      const waiting = (answer: Document) => ({
        ...alone(answer),
        isWritablePrimary: false,
        ismaster: false,
        secondary: false,
        isreplicaset: true,
      });
      expect(await reasonOf({ hello: waiting }, named())).toContain('rs.initiate()');
    });
    test('a set of another name', async () => {
      const reason = await reasonOf({}, set.uri.replace('replicaSet=rs0', 'replicaSet=shop'));
      expect(reason).toContain('replica set rs0, and MONGODB_URI names shop');
    });
  });
  test('MongoDB 7', async () => {
    expect(await reasonOf(hello({ maxWireVersion: 21 }))).toContain('older than MongoDB 8.0');
  });
  test('one that wants an account', async () => {
    const reason = await reasonOf({ listCollections: unauthorized });
    expect(reason).toContain('it wants an account');
    expect(reason).toContain('readWrite on the database waypost');
  });
  test('an account that may only read', async () => {
    const reason = await reasonOf({ connectionStatus: privilegesOn('waypost', ['find', 'listCollections']) });
    expect(reason).toContain('the account shop may not');
    expect(reason).toContain('insert');
    expect(reason).toContain('grantRolesToUser');
  });
  test('an account for another database', async () => {
    expect(await reasonOf({ connectionStatus: privilegesOn('other', READ_WRITE) })).toContain(
      'in the database waypost',
    );
  });
});

test('an account that has readWrite on the one database is enough', async () => {
  expect(await reasonOf({ connectionStatus: privilegesOn('waypost', READ_WRITE) })).toBeUndefined();
});

test('the log says why it cannot be used, also after something else was in the way', async () => {
  const told: unknown[] = [];
  const tells = { ...log, warn: ({ reason }: Record<string, unknown>) => void told.push(reason) };
  says = { hello: (answer) => ({ ...answer, maxWireVersion: 21 }) };
  const opened = openStore({ uri: set.uri, log: tells, program: 'server' });
  try {
    await until('it is refused', () => opened.lastFailure()?.includes('older') === true);
    says = { connectionStatus: privilegesOn('other', READ_WRITE) };
    await until(
      'it is refused for another reason',
      () => opened.lastFailure()?.includes('may not') === true,
      {
        withinMs: 30_000,
      },
    );
  } finally {
    await opened.close();
    says = {};
  }
  expect(told).toHaveLength(2);
  expect(told[1]).toContain('the account shop may not');
});

test('what has been mended is used without a restart', async () => {
  says = { hello: (answer) => ({ ...answer, maxWireVersion: 21 }) };
  const opened = openStore({ uri: set.uri, log, program: 'server' });
  try {
    await until('it is refused', () => opened.lastFailure()?.includes('older') === true);
    says = {};
    await until('it is used', () => opened.isUp(), { withinMs: 30_000 });
  } finally {
    await opened.close();
  }
});

test('whoever starts the product on it, or asks doctor, reads the same sentence', async () => {
  says = { hello: (answer) => ({ ...answer, maxWireVersion: 21 }) };
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-unfit-'));
  const variables = { MONGODB_URI: set.uri };
  const child = Bun.spawn([process.execPath, 'runtime/launcher/main.ts'], {
    cwd: join(import.meta.dir, '../..'),
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      ...variables,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  try {
    let told = '';
    for await (const chunk of child.stderr) {
      told += new TextDecoder().decode(chunk);
      if (told.includes('older than MongoDB 8.0')) break;
    }
    expect(told).toContain('older than MongoDB 8.0');
    const { code, out } = await commandOutcome({ dataDir }, ['doctor', '--json'], { variables });
    expect([code, out.includes('older than MongoDB 8.0')]).toEqual([1, true]);
  } finally {
    says = {};
    child.kill('SIGTERM');
    await child.exited;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
