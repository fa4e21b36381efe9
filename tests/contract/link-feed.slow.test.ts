import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { VisitLink } from '@waypost/contract';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { openClient } from '../../runtime/storage/open-client.ts';
import { LinkIndex } from '../../runtime/visit/links/link-index.ts';
import type { FeedPlace } from '../../runtime/visit/links/snapshot.ts';
import { ensureVisitCollections } from '../../runtime/visit/store/ensure-collections.ts';
import { followLinks } from '../../runtime/visit/store/link-feed.ts';
import { createLinkPublisher } from '../../runtime/visit/store/publisher.ts';
import { type Command, type Fault, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(120_000);
let store: TestStore;
let set: ReplicaSet;
let client: ReturnType<typeof openClient>;
let fault: (command: Command) => Fault = () => undefined;

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
  });
  client = openClient(set.uri, { heartbeatFrequencyMS: 500, serverSelectionTimeoutMS: 2_000 });
  await ensureVisitCollections(client.db());
});
afterAll(async () => {
  await client?.close();
  await set?.stop();
  await store?.stop();
});
beforeEach(() => {
  fault = () => undefined;
});

const NOWHERE: FeedPlace = { resumeToken: '', database: '' };
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
const publish = (code: string) => createLinkPublisher(client.db()).publish([link(code)]);

/** A visit process's links, gone on from where a snapshot left off. */
function follow(place: FeedPlace) {
  const index = new LinkIndex();
  let caughtUp = 0;
  const feed = followLinks({
    database: client.db(),
    isStoreUp: () => true,
    index,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    place,
    onContents() {},
    onCaughtUp: async () => {
      caughtUp += 1;
    },
  });
  return {
    index,
    place: () => feed.pause(async (where) => where),
    isFollowing: feed.isFollowing,
    caughtUp: () => caughtUp,
    close: feed.close,
  };
}

const resumes = ({ name, body }: Command): boolean =>
  name === 'aggregate' && body.pipeline[0]?.$changeStream?.resumeAfter !== undefined;
/** What mongod answers to a place that is not one of its own. */
const MALFORMED = { ok: 0, code: 50_811, codeName: 'Location50811', errmsg: 'malformed resume token' };

/** Where a process left off that had caught up. */
async function placeNow(): Promise<FeedPlace> {
  const feed = follow(NOWHERE);
  await until('it follows', feed.isFollowing);
  const place = await until('it knows its place', async () => {
    const now = await feed.place();
    return now.resumeToken !== '' && now;
  });
  await feed.close();
  return place;
}

test.each([50_811, 40_647, 260, 280, 9])(
  'a place that the store refuses with code %d is given up: links are read anew, and followed',
  async (code) => {
    await publish(`b${code}`);
    const place = await placeNow();
    await publish(`m${code}`);
    fault = (command) => (resumes(command) ? { answer: { ...MALFORMED, code } } : undefined);
    const feed = follow(place);
    try {
      await until('it follows', feed.isFollowing, { withinMs: 10_000 });
      expect(feed.index.size).toBeGreaterThanOrEqual(2);
      const size = feed.index.size;
      await publish(`a${code}`);
      await until('the new one is there', () => feed.index.size === size + 1);
    } finally {
      await feed.close();
    }
  },
);

test('an election while it resumes costs no place: nothing is read anew', async () => {
  const place = await placeNow();
  let asked = 0;
  let reads = 0;
  fault = (command) => {
    if (command.body.find === 'visit_links') reads += 1;
    if (!resumes(command)) return undefined;
    asked += 1;
    const gone = { ok: 0, code: 11_602, codeName: 'InterruptedDueToReplStateChange', errmsg: 'interrupted' };
    return asked < 6 ? { answer: gone } : undefined;
  };
  const feed = follow(place);
  try {
    await until('it follows', feed.isFollowing);
    expect(asked).toBeGreaterThanOrEqual(6);
    expect(reads).toBe(0);
  } finally {
    await feed.close();
  }
});

test('after an election of two seconds it follows again within two', async () => {
  const feed = follow(NOWHERE);
  try {
    await until('it follows', feed.isFollowing);
    const size = feed.index.size;
    await set.stepDown(2_000);
    const elected = performance.now();
    await until('a new code can be made', () =>
      publish('elected').then(
        () => true,
        () => false,
      ),
    );
    await until('it is there', () => feed.index.size === size + 1);
    expect(performance.now() - elected).toBeLessThan(4_000);
  } finally {
    await feed.close();
  }
});

test('a place in the feed of another database is not gone on from, though this one would take it: links are read anew', async () => {
  await publish('elsewhere');
  const place = await placeNow();
  let resumed = 0;
  fault = (command) => {
    if (resumes(command)) resumed += 1;
    return undefined;
  };
  const feed = follow({ ...place, database: 'f'.repeat(32) });
  try {
    await until('it follows', feed.isFollowing);
    expect(feed.index.size).toBeGreaterThanOrEqual(1);
    expect(resumed).toBe(0);
    expect((await feed.place()).database).toBe(place.database);
  } finally {
    await feed.close();
  }
});

test('a feed that the store never opens is not said to be followed, although all links can be read', async () => {
  fault = ({ name, body }) =>
    name === 'aggregate' && body.pipeline[0]?.$changeStream !== undefined
      ? { answer: { ok: 0, code: 8, codeName: 'UnknownError', errmsg: 'made to fail' } }
      : undefined;
  const feed = follow(NOWHERE);
  let saidSo = 0;
  const looking = setInterval(() => {
    if (feed.isFollowing()) saidSo += 1;
  }, 2);
  try {
    await until('all links are read several times', () => feed.caughtUp() > 2);
    expect(saidSo).toBe(0);
    fault = () => undefined;
    await until('it follows', feed.isFollowing);
  } finally {
    clearInterval(looking);
    await feed.close();
  }
});
