import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { codeResource } from '../screens/qr_code_list/resource.ts';
import { startCodes } from '../testing/start-codes.ts';
import { rememberedPlaces } from './remembered-places.ts';

setDefaultTimeout(60_000);
const HOUR_MS = 3_600_000;
let t: TestPlugin;
let anna: Person;
let ben: Person;
let operator: Person;
beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

/** What is remembered is read at another time than what was changed: none of it is near enough to be read anew. */
async function later<T>(work: () => Promise<T>): Promise<T> {
  const pass = () => t.clock.set(new Date(t.clock.now() + HOUR_MS));
  pass();
  const answer = await work();
  pass();
  return answer;
}
const call = <T = { id: string }>(as: Person, name: string, body: object) =>
  later(() => t.call<T>(name, body, { as }));
const groupsOf = async (owner: string | undefined) =>
  Object.fromEntries(await rememberedPlaces(t.context, 'group')(owner));

test('who asks again is told of codes that were added, moved, given away and purged since', async () => {
  const add = async () =>
    (
      await call(anna, 'qr_code_list/add', {
        name: 'Menu',
        targets: [{ url: 'https://example.com/' }],
      })
    ).id;
  const group = (await call(anna, 'group/add', { name: 'Tables' })).id;
  const [one, two] = [await add(), await add()];
  expect(await groupsOf(anna.id)).toEqual({ [one]: '', [two]: '' });
  expect(await groupsOf(undefined)).toEqual({});
  await call(anna, 'group/assign', { ids: [one], group });
  expect(await groupsOf(anna.id)).toEqual({ [one]: group, [two]: '' });
  expect(await groupsOf(undefined)).toEqual({ [one]: group });
  const three = await add();
  expect(await groupsOf(anna.id)).toEqual({ [one]: group, [two]: '', [three]: '' });
  await call(operator, 'qr_code_list/change_owner', { ids: [two], owner: ben.id });
  expect(await groupsOf(anna.id)).toEqual({ [one]: group, [three]: '' });
  expect(await groupsOf(ben.id)).toEqual({ [two]: '' });
  await call(anna, 'qr_code_list/update_remove', { id: three, remove: 2 });
  await call(anna, 'qr_code_list/batch_purge', { ids: [three] });
  expect(await groupsOf(anna.id)).toEqual({ [one]: group });
  await call(anna, 'group/remove', { id: group });
  expect(await groupsOf(anna.id)).toEqual({ [one]: '' });
  expect((await groupsOf(undefined))[one]).toBe('');
});

test('a host is remembered of codes that have one, and that a code has left it', async () => {
  const domainsOf = async () => Object.fromEntries(await rememberedPlaces(t.context, 'domain')(undefined));
  expect(await domainsOf()).toEqual({});
  const [one] = await t.context.model(codeResource).find({}).lean();
  const put = (domain: string) =>
    t.context
      .model(codeResource)
      .updateOne({ _id: String(one?._id) }, { $set: { domain, update_time: t.clock.date() } });
  await put('go.example');
  expect(await domainsOf()).toEqual({ [String(one?._id)]: 'go.example' });
  await put('');
  expect(await domainsOf()).toEqual({ [String(one?._id)]: '' });
});
