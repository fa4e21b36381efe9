import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../../server.ts';
import { ruleResource } from './resource.ts';

setDefaultTimeout(60_000);

let t: TestPlugin;
let ada: Person;
beforeAll(async () => {
  t = await testPlugin(plugin, { folder: join(import.meta.dir, '../..') });
  ada = await t.person('ada.lovelace');
});
afterAll(() => t?.dispose());
beforeEach(async () => {
  await t.context.model(ruleResource).deleteMany({});
});

const add = async (name: string, change: object = {}, as = ada) =>
  (
    await t.call<{ id: string }>(
      'shield_configuration/add',
      { name, kind: 'region', countries: ['KE'], does: 'refuse', ...change },
      { as },
    )
  ).id;
const move = (id: string, to: string, as = ada) =>
  t.call<{ rank: number }>('shield_configuration/move', { id, to }, { as });
const listed = async () => {
  const { content } = await t.call<{
    content: { name: string; position: number; rank: number; is_last: boolean }[];
  }>('shield_configuration/inquire', {}, { as: ada });
  return content;
};
const names = async () => (await listed()).map(({ name }) => name);

test('a new rule comes behind the others, on or off, and each has a rank of its own', async () => {
  await add('First');
  await add('Second', { state: 'off' });
  await add('Third');
  expect((await listed()).map(({ name, rank, is_last }) => [name, rank, is_last])).toEqual([
    ['First', 1, false],
    ['Second', 2, false],
    ['Third', 3, true],
  ]);
});

test('a new rule comes last where no number is left, and the others keep their order', async () => {
  await add('Older', { position: 1 });
  await add('Newer', { position: 1 });
  await add('Before both', { position: 9_999 });
  expect(await names()).toEqual(['Before both', 'Newer', 'Older']);
  await add('Last');
  expect(await names()).toEqual(['Before both', 'Newer', 'Older', 'Last']);
  expect(new Set((await listed()).map(({ position }) => position)).size).toBe(4);
});

test('a rule moves up and down among those of one number, and no further than to an end', async () => {
  const older = await add('Older', { position: 100 });
  const newer = await add('Newer', { position: 100 });
  expect(await names()).toEqual(['Newer', 'Older']);
  expect(await move(older, 'up')).toEqual({ rank: 1 });
  expect(await names()).toEqual(['Older', 'Newer']);
  expect(await move(older, 'up')).toEqual({ rank: 1 });
  expect(await move(newer, 'down')).toEqual({ rank: 2 });
  expect(await names()).toEqual(['Older', 'Newer']);
  expect(await move(older, 'down')).toEqual({ rank: 2 });
  expect(await names()).toEqual(['Newer', 'Older']);
});

test('what a move decides holds at once: the rule above takes the visits', async () => {
  const narrow = await add('Kenya');
  await add('East Africa', { countries: ['KE', 'TZ'] });
  const hidden = async () =>
    (
      await t.call<{ content: { name: string; is_hidden: boolean }[] }>(
        'shield_configuration/inquire',
        {},
        { as: ada },
      )
    ).content.flatMap(({ name, is_hidden }) => (is_hidden ? [name] : []));
  expect(await hidden()).toEqual([]);
  await move(narrow, 'down');
  expect(await hidden()).toEqual(['Kenya']);
});

test('rules of somebody else are moved by operators alone', async () => {
  const id = await add('First');
  await add('Second');
  const ben = await t.person('ben.other');
  await expect(move(id, 'down', ben)).rejects.toMatchObject({ code: 'not_found' });
  const root = await t.person('root.person', { role: 'administrator' });
  expect(await move(id, 'down', root)).toEqual({ rank: 2 });
});

test('rules for everybody’s codes are moved by operators alone, also those of somebody who was one', async () => {
  const root = await t.person('once.root', { role: 'administrator' });
  const id = await add('For all', { applies_to: 'all' }, root);
  const permissions = ['create', 'read', 'update', 'delete'].map((verb) => `wechat-shield.rule:${verb}`);
  await t.person('once.root', { permissions });
  await expect(move(id, 'down', root)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});
