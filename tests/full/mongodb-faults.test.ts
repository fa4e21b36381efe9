import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { VisitLink } from '@waypost/contract';
import type { mongo } from 'mongoose';
import { knownFailure } from '../../runtime/storage/index.ts';
import { openClient } from '../../runtime/storage/open-client.ts';
import { LinkIndex } from '../../runtime/visit/links/link-index.ts';
import { ensureVisitCollections } from '../../runtime/visit/store/ensure-collections.ts';
import { followLinks, type LinkFeed } from '../../runtime/visit/store/link-feed.ts';
import { createLinkPublisher } from '../../runtime/visit/store/publisher.ts';
import { openTroubled, type Troubled } from '../replica-set/trouble.ts';
import { until } from '../until.ts';

// `npm run test:mongodb` runs it against a server; here the embedded store behind a proxy stands in for one.

setDefaultTimeout(240_000);
const DATABASE = 'waypost_faults';
/** How often a primary steps down: on a server for a minute. */
const STEP_DOWNS = process.env.MONGODB_URI === undefined ? 2 : 8;
const STEP_DOWN_EVERY_MS = 7_000;
/** Longer than a transaction is tried, and than the driver then waits for the members. */
const PATIENCE_MS = 28_000;
let set: Troubled;
let client: mongo.MongoClient;
let database: mongo.Db;

beforeAll(async () => {
  set = await openTroubled();
  client = openClient(set.uri, { heartbeatFrequencyMS: 500 });
  database = client.db(DATABASE);
  await database.dropDatabase();
  await ensureVisitCollections(database);
  await database.createCollection('count');
});
afterAll(async () => {
  await database?.dropDatabase();
  await client?.close();
  await set?.stop();
});
afterEach(() => set.fail({ times: 0, commands: [], code: 0 }));

const counts = () => database.collection<{ _id: string; number: number }>('count');
const add = (name: string) =>
  client.withSession((session) =>
    session.withTransaction(() =>
      counts().updateOne({ _id: name }, { $inc: { number: 1 } }, { upsert: true, session }),
    ),
  );
const countOf = async (name: string) => (await counts().findOne({ _id: name }))?.number ?? 0;

describe('a transaction is carried out once', () => {
  test.each([
    ['the primary is none any more as it commits', { commands: ['commitTransaction'], code: 10_107 }],
    ['the server shuts down as it commits', { commands: ['commitTransaction'], code: 91 }],
    ['the connection ends as it commits', { commands: ['commitTransaction'], isCut: true }],
    ['the connection ends as it writes', { commands: ['update'], isCut: true }],
    [
      'another one was in the way',
      { commands: ['update'], code: 112, labels: ['TransientTransactionError'] },
    ],
  ] as const)('where %s', async (name, trouble) => {
    await set.fail({ times: 1, ...trouble });
    // What the driver gives up is asked again, as a caller does who was told so; it was then not carried out.
    await add(name).catch(async (error: unknown) => {
      expect(knownFailure(error)?.code).toBe('store_unavailable');
      expect(await countOf(name)).toBe(0);
      await add(name);
    });
    expect(await countOf(name)).toBe(1);
  });
});

const link = (code: string): VisitLink => ({
  id: Buffer.from(code.padEnd(12, '.')).toString('hex'),
  owner: '0123456789abcdef01234567',
  plugin: 'qr',
  host: '',
  code,
  state: 'on',
  open_log: 1,
  targets: [{ url: 'https://t.example/', weight: 1, threshold: 1 }],
  rotation_model: 3,
  jump_type: 6,
  access_mode: 1,
  visit_restriction: 1,
});
const publish = (code: string) => createLinkPublisher(database).publish([link(code)]);

test.each([280, 286, 43, 11_602, 10_107])(
  'a feed that breaks off with code %d is followed again, and nothing is missed',
  async (code) => {
    const index = new LinkIndex();
    const feed: LinkFeed = followLinks({
      database,
      isStoreUp: () => true,
      index,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      place: { resumeToken: '', database: '' },
      onContents() {},
      onCaughtUp: async () => undefined,
    });
    try {
      await until('it follows', feed.isFollowing);
      const { size } = index;
      await set.fail({ times: 1, commands: ['getMore'], code });
      await publish(`feed${code}`);
      await until('the change is there', () => index.size === size + 1);
      await publish(`more${code}`);
      await until('the next one is there', () => index.size === size + 2);
    } finally {
      await feed.close();
    }
  },
);

test('while the primary steps down again and again, what was answered is there, once', async () => {
  let isOver = false;
  let done = 0;
  let unknown = 0;
  const writing = (async () => {
    while (!isOver) {
      await add('elections').then(
        () => {
          done += 1;
        },
        (error: unknown) => {
          // It may have been carried out: nobody was told so.
          expect(knownFailure(error)?.code).toBe('store_unavailable');
          unknown += 1;
        },
      );
      await Bun.sleep(10);
    }
  })();
  for (let round = 0; round < STEP_DOWNS; round += 1) {
    await set.stepDown();
    await Bun.sleep(STEP_DOWN_EVERY_MS);
  }
  isOver = true;
  await writing;
  const counted = await until('there is a primary', () => countOf('elections').catch(() => undefined));
  expect(counted).toBeGreaterThanOrEqual(done);
  expect(counted).toBeLessThanOrEqual(done + unknown);
});

test.skipIf(process.env.MONGODB_URI === undefined)(
  'where members take nothing over, a transaction ends within its patience, and goes on afterwards (a server’s own fail point)',
  async () => {
    const undo = await set.stopReplication?.();
    const began = performance.now();
    try {
      const error = await add('alone').catch((thrown: unknown) => thrown);
      expect(knownFailure(error)?.code).toBe('store_unavailable');
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
    } finally {
      await undo?.();
    }
    await until('it goes on', () =>
      add('after').then(
        () => true,
        () => false,
      ),
    );
  },
);
