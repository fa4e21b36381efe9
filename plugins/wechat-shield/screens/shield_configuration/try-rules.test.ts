import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../../server.ts';
import { ruleResource } from './resource.ts';

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const LINK = 'c0de'.repeat(6);

let t: TestPlugin;
let ada: Person;
beforeAll(async () => {
  t = await testPlugin(plugin, { folder: join(import.meta.dir, '../..') });
  ada = await t.person('ada.lovelace');
});
afterAll(() => t?.dispose());

const model = () => t.context.model(ruleResource);
const kept = () => model().db.collection('visits');
const idOf = (hex: string) => new (model().db.base.Types.ObjectId)(hex);
beforeEach(async () => {
  await model().deleteMany({});
  await kept().deleteMany({});
});

/** Visits that are kept, by how many days ago they came and where from. */
const keep = (visits: readonly [days: number, country: string][]) =>
  kept().insertMany(
    visits.map(([days, country], at) => ({
      ...{ _id: `${LINK}:${at}`, link: idOf(LINK), owner: idOf(ada.id), ip: '203.0.113.9', target: 0 },
      ...{ time: new Date(t.clock.now() - days * DAY_MS - at * 1_000), isCrawler: false, kind: 'phone' },
      ...{ country, location: '', isp: '', device: '', system: '', app: 'browser', browser: '' },
      ...{ agent: 'phone', referrer: '' },
    })) as never,
  );
interface Tried {
  visits: number;
  has_more: boolean;
  refused: number;
  rules: { name: string; is_draft: boolean; visits: number; state: string }[];
}
const tryRules = (body: object) => t.call<Tried>('shield_configuration/try', body, { as: ada });
const rule = (change: object = {}) => ({
  ...{ name: 'Not from here', kind: 'region', countries: ['KE'], does: 'refuse', ...change },
});
const add = (change: object) =>
  t.call<{ id: string }>('shield_configuration/add', { ...rule(), ...change }, { as: ada });
const met = ({ rules }: Tried) => rules.map(({ name, visits }) => [name, visits]);

test('visits of so many days are looked at, and of older ones nothing is said', async () => {
  await keep([
    [0, 'KE'],
    [3, 'KE'],
    [20, 'KE'],
    [20, 'CN'],
  ]);
  await add({});
  expect(await tryRules({ days: 1 })).toMatchObject({ visits: 1, refused: 1, has_more: false });
  expect(await tryRules({ days: 7 })).toMatchObject({ visits: 2, refused: 2 });
  expect(await tryRules({ days: 30 })).toMatchObject({ visits: 4, refused: 3 });
});

test('a rule that is not saved says whom it would refuse, among the others, and nothing is written', async () => {
  await keep([
    [0, 'KE'],
    [1, 'KE'],
    [1, 'TZ'],
    [2, 'CN'],
  ]);
  await add({ name: 'Let Kenya in', does: 'allow', position: 500 });
  const draft = rule({ name: 'Draft', countries: ['KE', 'TZ'] });
  const tried = await tryRules({ rule: draft, days: 7 });
  expect(tried).toMatchObject({ visits: 4, refused: 1 });
  expect(met(tried)).toEqual([
    ['Let Kenya in', 2],
    ['Draft', 1],
  ]);
  expect(tried.rules.map(({ is_draft }) => is_draft)).toEqual([false, true]);
  // Before the other one it decides first; a rule that is off is tried as if it were on.
  const first = await tryRules({ rule: { ...draft, position: 900, state: 'off' }, days: 7 });
  expect(met(first)).toEqual([
    ['Draft', 3],
    ['Let Kenya in', 0],
  ]);
  expect(await t.rows(ruleResource).count({})).toBe(1);
});

test('a rule that is being changed takes the place of the saved one', async () => {
  await keep([
    [0, 'KE'],
    [0, 'CN'],
  ]);
  const { id } = await add({});
  const tried = await tryRules({
    rule: rule({ name: 'Changed', countries: ['CN'] }),
    instead_of: id,
    days: 1,
  });
  expect(met(tried)).toEqual([['Changed', 1]]);
});

test('what could not be saved is not tried, and a rule for everybody’s codes by operators alone', async () => {
  const refused = (body: object) => tryRules({ days: 7, ...body }).catch((error: unknown) => error);
  expect(
    await refused({
      rule: rule({ kind: 'isp', isps: ['移动'], does: 'lead', target: 'https://t.example/' }),
    }),
  ).toMatchObject({
    errors: [{ path: 'does' }],
  });
  expect(await refused({ rule: rule({ countries: [] }) })).toMatchObject({ errors: [{ path: 'countries' }] });
  expect(await refused({ rule: rule({ applies_to: 'all' }) })).toMatchObject({ code: 'forbidden' });
  expect(await refused({ rule: { name: 'x' } })).toMatchObject({ code: 'invalid_input' });
});
