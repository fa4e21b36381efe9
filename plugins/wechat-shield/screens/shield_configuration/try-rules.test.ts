import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { definePlugin, type PluginContext } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../../server.ts';
import { ruleResource } from './resource.ts';

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const LINK = 'c0de'.repeat(6);

let t: TestPlugin;
let ada: Person;
/** Somebody else's plugin, whose codes the rules hold for. */
let codes: PluginContext;
const maker = definePlugin({
  id: 'codes',
  setup: (context) => {
    codes = context;
  },
});
const manifest = {
  id: 'codes',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'codes',
  server: 'server.ts',
  areas: ['codes'],
  capabilities: ['visits:publish'],
};
beforeAll(async () => {
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../..'),
    others: [{ plugin: maker, manifest }],
  });
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
      _id: `${LINK}:${at}`,
      link: idOf(LINK),
      owner: idOf(ada.id),
      ip: '203.0.113.9',
      target: 0,
      time: new Date(t.clock.now() - days * DAY_MS - at * 1_000),
      isCrawler: false,
      kind: 'phone',
      country,
      location: '',
      isp: '',
      device: '',
      system: '',
      app: 'browser',
      browser: '',
      agent: 'phone',
      referrer: '',
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
  name: 'Not from here',
  kind: 'region',
  countries: ['KE'],
  does: 'refuse',
  ...change,
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

test('a rule for a group is held against the visits of the codes that are in it now', async () => {
  await keep([[0, 'KE']]);
  const group = '9a'.repeat(12);
  const link = {
    id: LINK,
    owner: ada.id,
    plugin: 'codes',
    host: '',
    code: 'adas',
    group,
    targets: [{ url: 'https://t.example/', weight: 1, threshold: 0 }],
    ...({ state: 'on', rotation_model: 1, jump_type: 6, access_mode: 1 } as const),
    ...({ visit_restriction: 1, open_log: 1 } as const),
  };
  await codes.transaction((session) => codes.visits.publish([link], session));
  expect(await tryRules({ rule: rule({ groups: [group] }), days: 1 })).toMatchObject({ refused: 1 });
  expect(await tryRules({ rule: rule({ groups: ['9b'.repeat(12)] }), days: 1 })).toMatchObject({
    refused: 0,
  });
});

test('a rule by language says of how many visits it is not known', async () => {
  await keep([
    [0, 'KE'],
    [0, 'KE'],
    [0, 'KE'],
  ]);
  await kept().updateOne({ _id: `${LINK}:0` as never }, { $set: { language: 'sw-KE' } });
  const tried = await tryRules({ rule: rule({ kind: 'language', languages: ['sw'] }), days: 1 });
  expect(tried).toMatchObject({ visits: 3, refused: 1, rules: [{ visits: 1, unknown: 2 }] });
  const app = await tryRules({ rule: rule({ kind: 'app', apps: ['browser'] }), days: 1 });
  expect(app).toMatchObject({ refused: 3, rules: [{ unknown: 0 }] });
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

test('a rule that is never reached is told before it is saved, as are those that it hides; the list says so of what is saved', async () => {
  const hidden = async (change: object, instead_of?: string) =>
    (
      await t.call<{ hidden: { name: string; by: string | null; is_draft: boolean }[] }>(
        'shield_configuration/hidden_rules',
        { rule: rule({ name: 'Draft', ...change }), ...(instead_of === undefined ? {} : { instead_of }) },
        { as: ada },
      )
    ).hidden;
  const wide = await add({ name: 'East Africa', countries: ['KE', 'TZ'], position: 500 });
  expect(await hidden({})).toEqual([{ name: 'Draft', by: 'East Africa', is_draft: true }]);
  expect(await hidden({ position: 900 })).toEqual([]);
  expect(await hidden({ countries: ['KE', 'TZ'], position: 900 })).toEqual([
    { name: 'East Africa', by: 'Draft', is_draft: false },
  ]);
  expect(await hidden({ countries: ['KE'] }, wide.id)).toEqual([]);
  const { id } = await add({ name: 'Kenya' });
  // An operator who changes it is told of the rules of its owner.
  const root = await t.person('root.person', { role: 'administrator' });
  const body = { rule: rule({ name: 'Kenya' }), instead_of: id };
  expect(await t.call<object>('shield_configuration/hidden_rules', body, { as: root })).toEqual({
    hidden: [{ name: 'Kenya', by: 'East Africa', is_draft: true }],
  });
  const rows = await t.call<{ content: { id: string; is_hidden: boolean; hidden_by: string | null }[] }>(
    'shield_configuration/user_inquire',
    {},
    { as: ada },
  );
  expect(rows.content.map((row) => [row.id, row.is_hidden, row.hidden_by])).toEqual([
    [wide.id, false, null],
    [id, true, 'East Africa'],
  ]);
});

test('a rule that is off is tried and judged where it stands, also where its position is not sent', async () => {
  await keep([[0, 'KE']]);
  const { id } = await add({ name: 'Narrow', state: 'off' });
  await add({ name: 'Wide', countries: ['KE', 'TZ'] });
  const body = { rule: rule({ name: 'Narrow' }), instead_of: id };
  expect(met(await tryRules({ ...body, days: 1 }))).toEqual([
    ['Narrow', 1],
    ['Wide', 0],
  ]);
  expect(await t.call<object>('shield_configuration/hidden_rules', body, { as: ada })).toEqual({
    hidden: [],
  });
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
