import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../../../server.ts';
import { ruleResource } from '../resource.ts';

setDefaultTimeout(60_000);
const HOUR_MS = 3_600_000;
const CODE = 'c0de'.repeat(6);

let t: TestPlugin;
let ada: Person;
let ben: Person;
let root: Person;
const rules: Record<string, string> = {};
beforeAll(async () => {
  t = await testPlugin(plugin, { folder: join(import.meta.dir, '../../..') });
  ada = await t.person('ada.lovelace');
  ben = await t.person('ben.okri');
  root = await t.person('root.person', { role: 'administrator' });
  await make('adas', ada);
  await make('bens', ben);
  await make('everybodys', root, { applies_to: 'all' });
  await refuse(1, 'adas', ada, { country: 'KE', location: '肯尼亚', ip: '203.0.113.1' });
  await refuse(2, 'adas', ada, {
    country: 'CN',
    location: '江苏省 南京市',
    ip: '203.0.113.2',
    system: 'iOS 17',
  });
  await refuse(3, 'everybodys', ada, { ip: '203.0.113.3' });
  await refuse(4, 'bens', ben, { ip: '203.0.113.4', link: 'c1de'.repeat(6) });
});
afterAll(() => t?.dispose());

async function make(name: string, as: Person, more: object = {}): Promise<void> {
  const body = { name, kind: 'agent', patterns: [name], ...more };
  rules[name] = (await t.call<{ id: string }>('shield_configuration/add', body, { as })).id;
}

/** A refused visit as the aggregator keeps it. */
async function refuse(
  hours: number,
  rule: string,
  owner: Person,
  more: { link?: string; [field: string]: unknown },
) {
  const model = t.context.model(ruleResource);
  const { ObjectId } = model.db.base.mongo;
  const { link = CODE, ...fields } = more;
  const { number } = (await t.rows(ruleResource).find(rules[rule] ?? '')) ?? {};
  await model.db.collection<{ _id: string; [field: string]: unknown }>('visit_refused').insertOne({
    _id: `journal:${hours}`,
    link: new ObjectId(link),
    owner: new ObjectId(owner.id),
    target: number,
    time: new Date(t.clock.now() - hours * HOUR_MS),
    isCrawler: false,
    kind: 'phone',
    country: '',
    location: '',
    isp: '',
    device: '',
    system: 'Android 14',
    app: 'browser',
    browser: '',
    agent: 'phone',
    referrer: '',
    ...fields,
  });
}

interface Row {
  ip: string;
  rule: string | null;
  link: string;
}
const list = (as: Person, body: object = {}) =>
  t.call<{ content: Row[]; count: number }>('shield_configuration/refused_visits', body, {
    as,
    locale: 'en-US',
  });
const ips = async (as: Person, body?: object) => (await list(as, body)).content.map(({ ip }) => ip.at(-1));

test('an owner sees whom the own rules refused, and operators whom any rule did', async () => {
  expect(await ips(ada)).toEqual(['1', '2']);
  expect(await ips(ben)).toEqual(['4']);
  expect(await ips(root)).toEqual(['1', '2', '3', '4']);
  expect((await list(ada)).content[0]).toMatchObject({ rule: rules.adas, link: CODE });
  // Not by naming somebody else's rule, nor by having lost the right to those of the platform.
  expect(await ips(ada, { rule: rules.bens })).toEqual([]);
  expect(await ips(ada, { rule: rules.everybodys })).toEqual([]);
  expect(await ips(root, { rule: rules.everybodys })).toEqual(['3']);
});

test('the list is narrowed, sorted and paged where it is kept', async () => {
  expect(await ips(ada, { location: 'kenya' })).toEqual(['1']);
  expect(await ips(ada, { location: 'Jiangsu' })).toEqual(['2']);
  expect(await ips(ada, { location: '南京' })).toEqual(['2']);
  expect(await ips(ada, { system: 'ios' })).toEqual(['2']);
  expect(await ips(ada, { ip: '203.0.113.2' })).toEqual(['2']);
  expect(await ips(root, { link: 'c1de'.repeat(6) })).toEqual(['4']);
  expect(await ips(ada, { sort_order: 'asc' })).toEqual(['2', '1']);
  const second = await list(root, { page: 2, page_size: 3 });
  expect([second.content.map(({ ip }) => ip.at(-1)), second.count]).toEqual([['4'], 4]);
  const until = new Date(t.clock.now() - 1.5 * HOUR_MS).toISOString();
  expect(await ips(ada, { time_to: until })).toEqual(['2']);
});

test('a rule that is gone leaves what it refused, to operators without its name', async () => {
  await t.call('shield_configuration/remove', { id: rules.bens }, { as: ben });
  expect(await ips(ben)).toEqual([]);
  const { content } = await list(root);
  expect(content.find(({ ip }) => ip.endsWith('4'))).toMatchObject({ rule: null });
});
