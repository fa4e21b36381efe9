import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { outcome, startTestServices, startTestStore, testRequest } from '../test-services.ts';
import { HIERARCHY_LEVELS } from './hierarchy.ts';

// A store in a process of its own, on a busy machine.
setDefaultTimeout(120_000);

let store: Awaited<ReturnType<typeof startTestStore>>;
let it: Awaited<ReturnType<typeof startTestServices>>;
let number = 0;

beforeAll(async () => {
  store = await startTestStore();
  it = await startTestServices({ uri: store.uri(`hierarchy_${process.pid}`) });
  await it.services.start();
});
afterAll(async () => {
  await it?.stop();
  await store?.stop();
});

const people = () => it.services.identity.people;
async function person(superior?: string): Promise<string> {
  number += 1;
  const password = 'Waypost123';
  const { id } = await it.services.accounts.create({
    account: `person${number}`,
    password,
    role: 'customer',
    superior,
  });
  return id;
}
const move = (id: string, superior: string | null) =>
  it.transaction((session) => people().move(id, superior, session));
const places = async (ids: readonly string[]) =>
  new Map(
    (await it.collections.accounts.find({ _id: { $in: [...ids] } }).toArray()).map((row) => [
      row._id,
      { superior: row.superior ?? null, ancestors: row.ancestors ?? [] },
    ]),
  );

test('whatever moves come at once, nobody ever stands below oneself and every list of superiors is the chain', async () => {
  const size = 6;
  const at = fc.integer({ min: 0, max: size - 1 });
  const step = fc.tuple(at, fc.option(at));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 2, maxLength: 3 }), { maxLength: 4 }),
      async (rounds) => {
        const ids = await Promise.all(Array.from({ length: size }, () => person()));
        for (const round of rounds) {
          const ends = await Promise.all(
            round.map(([who, under]) =>
              outcome(move(ids[who] as string, under === null ? null : (ids[under] as string))),
            ),
          );
          for (const end of ends) expect(['accepted', 'superior_inside']).toContain(end);
          const found = await places(ids);
          for (const [id, { ancestors }] of found) {
            const chain: string[] = [];
            for (
              let next = found.get(id)?.superior ?? null;
              next !== null;
              next = found.get(next)?.superior ?? null
            ) {
              expect(chain).not.toContain(next);
              chain.unshift(next);
            }
            expect(chain).not.toContain(id);
            expect(ancestors).toEqual(chain);
          }
        }
      },
    ),
    { numRuns: 6 },
  );
});

test('two people set under each other at once make no circle', async () => {
  const [anna, ben] = [await person(), await person()];
  const below = await person(ben);
  const ends = await Promise.all([outcome(move(anna, below)), outcome(move(ben, anna))]);
  expect(ends.toSorted()).toEqual(['accepted', 'superior_inside']);
});

test('a superior must be there and enabled; the chain has an end; a purge closes up', async () => {
  const top = await person();
  await it.collections.accounts.updateOne({ _id: top }, { $set: { disabled: 2 } });
  const other = await person();
  expect(await outcome(move(other, top))).toBe('invalid_input');
  expect(await outcome(move(other, 'f'.repeat(24)))).toBe('invalid_input');
  const chain = [await person()];
  for (let level = 0; level < HIERARCHY_LEVELS; level += 1) chain.push(await person(chain.at(-1)));
  expect(await outcome(person(chain.at(-1)))).toBe('superior_too_deep');
  expect(await outcome(move(chain[0] as string, other))).toBe('superior_too_deep');
  const [first, second, third] = chain as [string, string, string];
  await it.transaction((session) => people().closeUp(second, first, session));
  expect((await places([third])).get(third)).toEqual({ superior: first, ancestors: [first] });
});

test('the invitation of a disabled agent makes nobody', async () => {
  const agent = await person();
  const code = (await it.collections.accounts.findOne({ _id: agent }))?.invitation_code ?? '';
  const register = (account: string) =>
    outcome(it.services.identity.register({ account, password: 'Waypost123', code }, testRequest()));
  expect(await register('invited1')).toBe('accepted');
  const invited = await it.collections.accounts.findOne({ account: 'invited1' });
  expect(invited).toMatchObject({ superior: agent, ancestors: [agent], register_source: 'invitation' });
  await it.collections.accounts.updateOne({ _id: agent }, { $set: { disabled: 2 } });
  expect(await register('invited2')).toBe('invalid_input');
  expect(await it.collections.accounts.findOne({ account: 'invited2' })).toBeNull();
});

test('accounts from before get the list of their superiors', async () => {
  const [top, middle] = [await person(), await person()];
  const low = await person();
  const set = (_id: string, superior: string) =>
    it.collections.accounts.updateOne({ _id }, { $set: { superior }, $unset: { ancestors: '' } });
  await set(middle, top);
  await set(low, middle);
  await it.services.start();
  expect((await places([low])).get(low)?.ancestors).toEqual([top, middle]);
});
