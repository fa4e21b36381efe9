import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { type CollectionDeclaration, definePlugin, type Session, writeTogether } from '@waypost/sdk';
import { type TestPlugin, testPlugin } from '@waypost/sdk/testing';

setDefaultTimeout(60_000);
const BOXES: CollectionDeclaration<{ _id: string; label?: string; things: number }> = {
  name: 'box',
  fields: { _id: String, label: String, things: Number },
  indexes: [{ keys: { label: 1 }, unique: true, sparse: true }],
};
const SUMS: CollectionDeclaration<{ _id: string; things: bigint }> = {
  name: 'sum',
  fields: { _id: String, things: BigInt },
};
const manifest = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample'],
  server: 'server.ts',
};
let t: TestPlugin;
beforeEach(async () => {
  const setup = (context: TestPlugin['context']) => {
    context.collection(BOXES);
    context.collection(SUMS);
  };
  t = await testPlugin(definePlugin({ id: 'sample', setup }), { manifest });
});
afterEach(() => t?.dispose());

const boxes = () => t.context.collection(BOXES);
const sums = () => t.context.collection(SUMS);

test('writes of several collections are there together, cast as their models say', async () => {
  await boxes().create([{ _id: 'a', things: 1 }]);
  await t.context.transaction(async (session) => {
    const writes = writeTogether();
    writes.insert(boxes(), { _id: 'b', label: 'new', things: '7' as never });
    writes.update(boxes(), { _id: 'a' }, { $inc: { things: 1 } });
    writes.upsert(sums(), { _id: 'all' }, { $inc: { things: 9n } });
    writes.upsert(sums(), { _id: 'all' }, { $inc: { things: 1n } });
    expect(await boxes().countDocuments({}).session(session)).toBe(1);
    await writes.send(session);
  });
  expect(await boxes().find({}).sort({ _id: 1 }).lean()).toMatchObject([
    { _id: 'a', things: 2 },
    { _id: 'b', label: 'new', things: 7 },
  ]);
  expect(String((await sums().findById('all').lean())?.things)).toBe('10');
});

test('what fails afterwards leaves none of them', async () => {
  const failing = t.context.transaction(async (session) => {
    const writes = writeTogether();
    writes.insert(boxes(), { _id: 'a', things: 1 });
    await writes.send(session);
    throw new Error('the rest failed');
  });
  await expect(failing).rejects.toThrow('the rest failed');
  expect(await boxes().countDocuments({})).toBe(0);
});

/** Runs work in a transaction, and something from outside of it before its first try writes. */
async function beside(meanwhile: () => Promise<unknown>, work: (session: Session) => Promise<void>) {
  let tries = 0;
  await t.context.transaction(async (session) => {
    await boxes().findOne({ _id: 'a' }).session(session).lean();
    tries += 1;
    if (tries === 1) await meanwhile();
    await work(session);
  });
  return tries;
}

test('what another has changed since it was read makes the transaction run again', async () => {
  await boxes().create([{ _id: 'a', things: 1 }]);
  const tries = await beside(
    () => boxes().updateOne({ _id: 'a' }, { $set: { things: 5 } }),
    async (session) => {
      const found = await boxes().findOne({ _id: 'a' }).session(session).lean();
      const writes = writeTogether();
      writes.update(boxes(), { _id: 'a', things: found?.things ?? 0 }, { $inc: { things: 1 } });
      await writes.send(session);
    },
  );
  expect(tries).toBe(2);
  expect((await boxes().findById('a').lean())?.things).toBe(6);
});

test('a document that is not as the caller believes is not passed over in silence', async () => {
  await boxes().create([{ _id: 'a', things: 5 }]);
  let believed = 1;
  await t.context.transaction(async (session) => {
    const writes = writeTogether();
    writes.update(boxes(), { _id: 'a', things: believed }, { $inc: { things: 1 } });
    believed = 5;
    await writes.send(session);
  });
  expect((await boxes().findById('a').lean())?.things).toBe(6);
});

test('a unique value that another has taken meanwhile makes it run again', async () => {
  const tries = await beside(
    () => boxes().create([{ _id: 'other', label: 'taken', things: 0 }]),
    async (session) => {
      const isTaken = (await boxes().exists({ label: 'taken' }).session(session)) !== null;
      const writes = writeTogether();
      writes.insert(boxes(), { _id: 'mine', label: isTaken ? 'another' : 'taken', things: 0 });
      await writes.send(session);
    },
  );
  expect(tries).toBe(2);
  expect((await boxes().findById('mine').lean())?.label).toBe('another');
});
