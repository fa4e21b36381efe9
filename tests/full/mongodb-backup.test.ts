import { afterAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { socketUri } from '@waypost/store';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { storeSocketPath } from '../../runtime/process/paths.ts';
import { visitCollections } from '../../runtime/visit/store/collections.ts';
import { allViews } from '../../runtime/visit/testing/all-views.ts';
import { apiOf, signIn } from '../api.ts';
import { commandOutcome, runCommand } from '../command-line.ts';
import { addressOfRequest } from '../crash/request-address.ts';
import { type Product, startProduct } from '../product.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

// Backups of a product that answers visits all the while: MongoDB into the embedded store, and that into another MongoDB.

setDefaultTimeout(500_000);
const root = mkdtempSync(join(tmpdir(), 'waypost-both-ways-'));
const stopped: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stopped.reverse()) await stop();
  rmSync(root, { recursive: true, force: true });
});

const CODES = 5;
const VISITORS = 4;
/** Visits that are answered before each backup. */
const BEFORE = 400;
const ELECTION_MS = 2_000;
/** Snapshot reads of a backup after which the primary steps down. */
const READS = 10;
const fresh = (name: string) => {
  const directory = join(root, name);
  mkdirSync(directory);
  return directory;
};

/** What doctor has to say something against where no pages were built. */
const PAGES = 'plugins';
const HAS_PAGES = existsSync(join(import.meta.dir, '../../plugins/system/dist/mf-manifest.json'));

/** Each visit has an address of its own, so that what is counted twice is seen, and what is not counted at all. */
let nextVisit = 1;
const answered = new Set<string>();

interface Place {
  store: TestStore;
  set: ReplicaSet;
  /** From now on the primary steps down within the next backup. */
  expectBackup(): void;
  elections(): number;
}

async function replicaSet(): Promise<Place> {
  const store = await startTestStore();
  let reads = READS;
  let elections = 0;
  const set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: ({ name, body }) => {
      if (name !== 'find' || body.readConcern?.level !== 'snapshot') return undefined;
      reads += 1;
      if (reads !== READS) return undefined;
      elections += 1;
      void set.stepDown(ELECTION_MS);
      return undefined;
    },
  });
  stopped.push(
    () => store.stop(),
    () => set.stop(),
  );
  return {
    store,
    set,
    expectBackup: () => {
      reads = 0;
    },
    elections: () => elections,
  };
}

/** One that ends with the tests, whatever they find. */
async function start(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ dataDir, env });
  stopped.push(() => product.stop());
  return product;
}

/** Visits, one after the other by several visitors, until it is stopped. */
function visiting(origin: string, codes: readonly string[]) {
  let isOver = false;
  const visitors = Array.from({ length: VISITORS }, async () => {
    while (!isOver) {
      const visit = nextVisit++;
      const address = addressOfRequest(visit);
      const response = await fetch(`${origin}/${codes[visit % codes.length]}`, {
        redirect: 'manual',
        headers: { 'x-forwarded-for': address },
      });
      if (response.status === 302) answered.add(address);
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(visitors);
  };
}

/** Backs a product up while visits go on, and stops it. @returns addresses that were answered before the backup began, and all at its end */
async function backUp(product: Product, codes: readonly string[], archive: string, variables = {}) {
  const stop = visiting(product.origin, codes);
  const goal = answered.size + BEFORE;
  await until('visits are answered', async () => answered.size >= goal);
  const before = [...answered];
  let sent = 0;
  try {
    await runCommand(product, ['backup', archive], { variables });
    sent = nextVisit;
  } finally {
    await stop();
  }
  await product.stop();
  return { before, sent };
}

/** Holds what a database counts against what was answered: each of those before the backup once, of later ones none twice. */
async function counted(uri: string, { before, sent }: { before: readonly string[]; sent: number }) {
  const client = new mongo.MongoClient(uri);
  try {
    const collections = visitCollections(client.db('waypost'));
    const visitors = await collections.visitors.find({}).toArray();
    expect(visitors.filter(({ count }) => count !== 1)).toEqual([]);
    const seen = new Set(visitors.map(({ ip }) => ip));
    expect(before.filter((address) => !seen.has(address))).toEqual([]);
    expect(seen.size).toBe(visitors.length);
    expect(seen.size).toBeLessThanOrEqual(sent);
    expect(await allViews(collections)).toBe(visitors.length);
    return visitors.length;
  } finally {
    await client.close();
  }
}

/** Everything that lay in the journals is counted, and nothing is said against it. */
async function isSettled(product: Product, variables = {}) {
  let failed: unknown;
  await until(
    'what lay in the journal is counted',
    async () => {
      const { out, error } = await commandOutcome(product, ['doctor', '--json'], { variables });
      const checks = JSON.parse(out || '[]') as { name: string; ok: boolean }[];
      failed =
        checks.length === 0 ? error : checks.filter(({ name, ok }) => !ok && (HAS_PAGES || name !== PAGES));
      return JSON.stringify(failed) === '[]';
    },
    { explain: () => JSON.stringify(failed) },
  );
}

test('what was answered before a backup is counted once after its restore, from MongoDB into the embedded store and back into MongoDB', async () => {
  const first = await replicaSet();
  const variables = { MONGODB_URI: first.set.uri };
  let product = await start(fresh('first'), variables);
  let api = await signIn(product.origin, product.administrator);
  const codes: string[] = [];
  for (let number = 0; number < CODES; number += 1)
    codes.push(
      (
        await api.call<{ short_code: string }>('qr_code_list/add', {
          name: `Code ${number}`,
          jump_type: 6,
          targets: [{ url: 'https://led.example/' }],
        })
      ).content.short_code,
    );
  // As the schedule does it: made, and tried in a folder of its own.
  const { form } = (await api.call<{ form: { version: number } }>('backup/settings')).content;
  const change = { backup_folder: fresh('kept') };
  expect((await api.call('backup/change_settings', { version: form.version, change })).status).toBe(200);
  expect((await api.call('backup/run')).status).toBe(200);
  let rows: { state: string; drill: string; fault: string }[] = [];
  await until(
    'a backup is made and tried by the screen',
    async () => {
      rows = (await api.call<{ content: typeof rows }>('backup/inquire')).content.content;
      return rows.some(({ state, drill }) => state === 'done' && drill === (HAS_PAGES ? 'fine' : 'failed'));
    },
    { withinMs: 200_000, everyMs: 1_000, explain: () => JSON.stringify(rows) },
  );
  first.expectBackup();
  const archive = join(root, 'of-mongodb.tar');
  const taken = await backUp(product, codes, archive, variables);
  expect(first.elections()).toBe(1);

  const dataDir = fresh('embedded');
  await runCommand({ dataDir }, ['restore', archive]);
  product = await start(dataDir);
  await isSettled(product);
  // Nobody logs in anew: sessions and keys came along.
  api = apiOf(product.origin, api.token);
  expect((await api.call('qr_code_list/inquire', {})).status).toBe(200);
  const inEmbedded = await counted(socketUri(storeSocketPath(dataDir)), taken);
  expect(inEmbedded).toBeGreaterThanOrEqual(taken.before.length);

  // Of what follows: those that were answered after the first backup were lost with the first database, as a restore does.
  const lost = new Set(answered);
  const back = join(root, 'of-embedded.tar');
  const again = await backUp(product, codes, back);
  const second = await replicaSet();
  const target = { MONGODB_URI: second.set.uri };
  const moved = fresh('second');
  await runCommand({ dataDir: moved }, ['restore', back], { variables: target });
  product = await start(moved, target);
  await isSettled(product, target);
  api = apiOf(product.origin, api.token);
  expect((await api.call('qr_code_list/inquire', {})).status).toBe(200);
  await counted(second.store.uri, {
    before: [...taken.before, ...again.before.filter((address) => !lost.has(address))],
    sent: again.sent,
  });
  // The product goes on counting.
  const stop = visiting(product.origin, codes);
  await until('visits are answered', async () => answered.size > lost.size + BEFORE);
  await stop();
});
