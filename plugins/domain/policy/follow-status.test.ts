import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { newRow } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../screens/domain_list/resource.ts';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { spareResource } from '../screens/hold_domain/resource.ts';
import { startDomains } from '../testing/start-domains.ts';

setDefaultTimeout(60_000);

let t: TestPlugin;
let ada: Person;
beforeAll(async () => {
  ({ t } = await startDomains());
  ada = await t.person('ada.domains');
  for (const [at, name] of ['one.example', 'two.example', 'three.example'].entries()) {
    const start = { _id: String(at + 1).padStart(24, '0'), owner: ada.id };
    const facts = { name, shown: name };
    const domain = newRow(t.context, domainResource, { ...facts, state: 'proved' }, start);
    await t.context.model(domainResource).create([domain]);
    await t.context.model(watchResource).create([newRow(t.context, watchResource, facts, start)]);
  }
});
afterAll(() => t?.dispose());

const told = (host: string, how: 'failing' | 'working' | 'unknown') =>
  t.events.emit(`wechat-shield.${how}`, { host, type: 1, owner: ada.id, facet: 'wechat', policy: true });
const found = async (call: string, wechat_status: number[]) =>
  (await t.call<{ content: { shown: string }[] }>(call, { wechat_status }, { as: ada })).content
    .map(({ shown }) => shown)
    .sort();

test('lists of domains and of their watches are narrowed by how they stand in WeChat, as it was told last', async () => {
  await told('one.example', 'failing');
  await told('two.example', 'working');
  for (const call of ['domain_list/user_inquire', 'domain_monitor/user_inquire']) {
    expect([call, await found(call, [2])]).toEqual([call, ['one.example']]);
    expect([call, await found(call, [1])]).toEqual([call, ['two.example']]);
    expect([call, await found(call, [4])]).toEqual([call, ['three.example']]);
    expect([call, await found(call, [2, 1])]).toEqual([call, ['one.example', 'two.example']]);
  }
  await told('one.example', 'working');
  await told('two.example', 'unknown');
  expect(await found('domain_list/user_inquire', [1])).toEqual(['one.example']);
  expect(await found('domain_list/user_inquire', [2])).toEqual([]);
  expect(await found('domain_list/user_inquire', [4])).toEqual(['three.example', 'two.example']);
  expect(t.events.failures()).toEqual([]);
});

test('so are spare domains, by operators', async () => {
  const operator = await t.person('root.op', { role: 'super' });
  const spare = (number: number, name: string) =>
    newRow(t.context, spareResource, { name, shown: name }, { _id: String(number).padStart(24, '0') });
  await t.context.model(spareResource).create([spare(7, 'seven.example'), spare(8, 'eight.example')]);
  await told('seven.example', 'failing');
  const blocked = { wechat_status: [2] };
  const { content } = await t.call<{ content: { shown: string }[] }>('hold_domain/inquire', blocked, {
    as: operator,
  });
  expect(content.map(({ shown }) => shown)).toEqual(['seven.example']);
});

// Rows of a release that knew nothing of it: whoever asks for those that nobody knows of finds them.
test('domains of before are among those that nobody has told of', async () => {
  const facts = { name: 'old.example', shown: 'old.example', state: 'proved' } as const;
  const { wechat_status: _none, ...old } = newRow(t.context, domainResource, facts, { owner: ada.id });
  const { t: other } = await startDomains();
  expect(await other.migrate({ from: 0, documents: { domain_domain: [old] } })).toEqual([1, 2, 3]);
  const rows = await other.rows(domainResource).all();
  expect(rows.map((row) => row.wechat_status)).toEqual([4]);
  await other.dispose();
});
