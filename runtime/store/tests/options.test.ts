import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { checkedNames, fieldsKnown } from '../request/known-fields.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { OPTIONS, type OptionsOf } from './options.ts';

// What somebody would lose if one of these failed: an option that is taken and then not obeyed.

let store: TestStore;
beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());

/** Refused as not carried out, or because what it belongs to is not (72: `size` without `capped`). */
const REFUSED = [115, 72];
const UNKNOWN = 40415;

const codeOf = async ({ command, place }: OptionsOf, option: string, value: unknown): Promise<unknown> => {
  const database = store.database();
  await database.command({ insert: 'c', documents: [{ _id: 1, a: 1 }] });
  await database.command({
    createIndexes: 'c',
    indexes: [{ key: { a: 1 }, name: 'a_1', expireAfterSeconds: 60 }],
  });
  const sent = structuredClone(command) as mongo.Document;
  let target = sent;
  for (const part of place?.split('.') ?? []) target = target[part];
  target[option] = value;
  const text = JSON.stringify(sent, (_, one) => (typeof one === 'bigint' ? Number(one) : one));
  const named = JSON.parse(text.replaceAll('"DB.', `"${database.databaseName}.`)) as mongo.Document;
  const isAdmin = ['bulkWrite', 'renameCollection'].some((name) => name in named);
  try {
    const answer = await (isAdmin ? store.client.db('admin') : database).command(named);
    return (
      answer.writeErrors?.[0]?.code ??
      answer.cursor?.firstBatch?.find((one: mongo.Document) => one?.ok === 0)?.code
    );
  } catch (error) {
    return (error as mongo.MongoServerError).code;
  } finally {
    await database.dropDatabase();
  }
};

test('every name whose fields are checked is asked here, with all its fields', () => {
  expect(Object.keys(OPTIONS).sort()).toEqual(checkedNames().sort());
  for (const [name, { command, place, done, refused = {} }] of Object.entries(OPTIONS)) {
    const known = fieldsKnown(name);
    for (const option of Object.keys(refused)) {
      const isKnown = known?.refused.has(option) === true || known?.known.has(option) === true;
      expect([name, option, isKnown]).toEqual([name, option, true]);
    }
    let carrier = command as mongo.Document;
    for (const part of place?.split('.') ?? []) carrier = carrier[part];
    const asked = new Set([
      ...Object.keys(carrier),
      ...Object.keys(done),
      ...Object.keys(refused),
      ...SPELLINGS,
    ]);
    const missed = [...(known?.known ?? []), ...(known?.refused ?? [])].filter((field) => !asked.has(field));
    expect([name, missed]).toEqual([name, []]);
  }
});

const SPELLINGS = ['findandmodify', 'collstats', 'dbstats'];

for (const [name, options] of Object.entries(OPTIONS)) {
  describe(name, () => {
    test('refuses a field that MongoDB does not have', async () => {
      expect(await codeOf(options, 'nope', 1)).toBe(UNKNOWN);
    });
    for (const [option, value] of Object.entries(options.refused ?? {})) {
      test(`refuses ${option}`, async () => {
        expect(REFUSED).toContain((await codeOf(options, option, value)) as number);
      });
    }
    for (const [option, value] of Object.entries(options.done)) {
      test(`takes ${option}`, async () => {
        expect([...REFUSED, UNKNOWN]).not.toContain((await codeOf(options, option, value)) as number);
      });
    }
  });
}
