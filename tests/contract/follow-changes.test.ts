import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { startTestStore, type TestStore } from '@waypost/store/testing';
import { feedsOf, followChanges, openStore, type StoreAccess } from '../../runtime/storage/index.ts';
import { type Command, type Fault, type ReplicaSet, startReplicaSet } from '../replica-set/replica-set.ts';
import { until } from '../until.ts';

setDefaultTimeout(120_000);
const log = { debug() {}, info() {}, warn() {}, error() {} };
let store: TestStore;
let set: ReplicaSet;
let access: StoreAccess;
let fault: (command: Command) => Fault = () => undefined;

beforeAll(async () => {
  store = await startTestStore();
  set = await startReplicaSet({
    socket: join(store.directory, 'store.sock'),
    fault: (command) => fault(command),
  });
  access = openStore({ uri: set.uri, log, program: 'server' });
  await until('the store is reached', access.isUp);
});
afterAll(async () => {
  await access?.close();
  await set?.stop();
  await store?.stop();
});

const opens = ({ name, body }: Command): boolean =>
  name === 'aggregate' && body.pipeline[0]?.$changeStream !== undefined;

test('what changes while a feed is being opened is not missed, also where the feed begins with another change', async () => {
  const rows = access.database.collection<{ _id: string; value: number }>('followed');
  await rows.insertMany([
    { _id: 'early', value: 1 },
    { _id: 'late', value: 1 },
  ]);
  const opening = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  fault = (command) => {
    if (opens(command)) {
      opening.resolve();
      return { delay: 500 };
    }
    // The feed is open: what comes now is the first that it brings.
    if (command.name === 'getMore') opened.resolve();
    return undefined;
  };
  const seen = new Map<string, number>();
  const look = async (id?: string) => {
    for await (const row of rows.find(id === undefined ? {} : { _id: id })) seen.set(row._id, row.value);
  };
  const stop = followChanges({
    connection: access.connection,
    collection: 'followed',
    log,
    onChange: (change) => look(change?.id),
  });
  try {
    await opening.promise;
    await rows.updateOne({ _id: 'early' }, { $set: { value: 2 } });
    await opened.promise;
    await rows.updateOne({ _id: 'late' }, { $set: { value: 2 } });
    await until('the later change is heard', () => seen.get('late') === 2);
    await until('the earlier one is known, too', () => seen.get('early') === 2, { withinMs: 3_000 });
  } finally {
    await stop();
  }
});

/** Follows a collection and notes what it is told. */
function heardOf(collection: string, onChange: (id: string | undefined) => void | Promise<void> = () => {}) {
  const heard: string[] = [];
  let looks = 0;
  const stop = followChanges({
    connection: access.connection,
    collection,
    log,
    onChange: async (change) => {
      if (change === undefined) looks += 1;
      else heard.push(change.id);
      await onChange(change?.id);
    },
  });
  return { heard, looks: () => looks, stop };
}
/** Whether all that is followed is. */
const areFollowed = () => feedsOf(access.connection).away() === 0;
const writeTo = (collection: string, ...ids: string[]) =>
  access.database.collection<{ _id: string }>(collection).insertMany(ids.map((_id) => ({ _id })));

test('all who follow share one feed: who comes later costs nobody a change, and who left hears nothing', async () => {
  const commands: Command[] = [];
  fault = (command) => {
    if (opens(command)) commands.push(command);
    return undefined;
  };
  const [one, other] = [heardOf('one'), heardOf('other')];
  await until('both are followed', areFollowed);
  const names = Array.from({ length: 200 }, (_, number) => String(number));
  const late: ReturnType<typeof heardOf>[] = [];
  for (const name of names) {
    await writeTo('one', name);
    if (Number(name) % 50 === 49) late.push(heardOf(`late${name}`), heardOf('one'));
  }
  await until('all is heard', () => one.heard.length === names.length, {
    explain: () => `${one.heard.length} of ${names.length}`,
  });
  expect(one.heard).toEqual(names);
  expect(other.heard).toEqual([]);
  await until('all are followed', areFollowed);
  await writeTo('late49', 'x');
  await until('the later one is heard', () => late[0]?.heard.join() === 'x');
  // Each goes on from where the one before left off.
  const places = commands.map(({ body }) => body.pipeline[0].$changeStream.resumeAfter !== undefined);
  expect(places.slice(1)).not.toContain(false);
  await late[0]?.stop();
  await writeTo('late49', 'y');
  await writeTo('other', 'y');
  await until('the others hear on', () => other.heard.join() === 'y');
  expect(late[0]?.heard).toEqual(['x']);
  await Promise.all([one, other, ...late.slice(1)].map(({ stop }) => stop()));
});

test('who fails looks at everything again, is not said to follow meanwhile, and holds nobody up', async () => {
  let isBroken = true;
  const failing = heardOf('failing', (id) => {
    if (id !== undefined && isBroken) throw new Error('made to fail');
  });
  const slow = Promise.withResolvers<void>();
  const waiting = heardOf('waiting', (id) => (id === undefined ? undefined : slow.promise));
  const quick = heardOf('quick');
  await until('all are followed', areFollowed);
  const before = failing.looks();
  for (const name of ['failing', 'waiting', 'quick']) await writeTo(name, 'a', 'b');
  await until('the quick one hears all', () => quick.heard.join() === 'a,b');
  expect(waiting.heard).toEqual(['a']);
  slow.resolve();
  await until('the slow one hears all', () => waiting.heard.join() === 'a,b');
  await until('the failing one has looked again', () => failing.looks() > before);
  isBroken = false;
  await writeTo('failing', 'c');
  await until('it hears again', () => failing.heard.includes('c'));
  await Promise.all([failing, waiting, quick].map(({ stop }) => stop()));
});

test('a place that is not kept any more is given up: everybody looks at everything, and follows on', async () => {
  const [one, other] = [heardOf('lost'), heardOf('lost2')];
  await until('both are followed', areFollowed);
  await Bun.sleep(1_500);
  const before = [one.looks(), other.looks()] as const;
  fault = (command) =>
    opens(command) && command.body.pipeline[0].$changeStream.resumeAfter !== undefined
      ? { answer: { ok: 0, code: 286, codeName: 'ChangeStreamHistoryLost', errmsg: 'not kept any more' } }
      : undefined;
  set.cut();
  await until('both look again', () => one.looks() > before[0] && other.looks() > before[1]);
  fault = () => undefined;
  let number = 0;
  await until('both follow', async () => {
    number += 1;
    for (const name of ['lost', 'lost2']) await writeTo(name, String(number)).catch(() => undefined);
    return one.heard.length > 0 && other.heard.length > 0;
  });
  await Promise.all([one, other].map(({ stop }) => stop()));
});

// Its term is written in one digit more: a driver follows no primary of an earlier term.
test('whoever is elected for the seventeenth time is followed as whoever was before', async () => {
  const isFound = () =>
    access.database
      .collection('elected')
      .insertOne({})
      .then(
        () => true,
        () => false,
      );
  for (let election = 0; election < 17; election += 1) {
    await set.stepDown(0);
    await until(`primary ${election} is found`, isFound, { withinMs: 5_000 });
  }
  expect(set.primary()).toBe(1);
});
