import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CODE_REMOTE, type CodeRemote } from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { startCodes } from '../testing/start-codes.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let anna: Person;
let ben: Person;
let operator: Person;
beforeAll(async () => {
  t = await startCodes();
  [anna, ben] = [await t.person('anna'), await t.person('ben')];
  operator = await t.person('root.op', { role: 'super' });
});
afterAll(() => t?.dispose());

const remote = () => t.service<CodeRemote>(CODE_REMOTE);
const add = (body: object = {}) =>
  t.call<{ id: string; short_url: string; qr_url: string; version: number }>(
    'qr_code_list/add',
    { name: 'Menu', targets: [{ url: 'https://example.com/' }], ...body },
    { as: anna },
  );
const details = (id: string) =>
  t.call<{ state: string; version: number }>('qr_code_list/details', { id }, { as: anna });

test('an owner finds a code with its address and target, and nobody finds that of somebody else or a binned one', async () => {
  const { id, short_url } = await add();
  const code = { owner: anna.id, id };
  expect(await remote().find(code)).toEqual({
    id,
    name: 'Menu',
    short_url,
    status: 'on',
    state: 'on',
    target: 'https://example.com/',
    targets: 1,
    view_number: 0,
  });
  for (const other of [
    { owner: ben.id, id },
    { owner: anna.id, id: 'f'.repeat(24) },
  ]) {
    expect(await remote().find(other)).toBeNull();
    expect(await remote().picture(other)).toBeNull();
    expect(await remote().turn({ ...other, state: 'off' })).toBe(false);
  }
  expect(await details(id)).toMatchObject({ state: 'on', version: 1 });
  await t.call('qr_code_list/remove', { id }, { as: anna });
  expect(await remote().find(code)).toBeNull();
});

test('a code is switched, once for all who say the same, and its history has it; a frozen one stays as it is', async () => {
  const { id } = await add();
  const code = { owner: anna.id, id };
  for (const _time of [1, 2]) expect(await remote().turn({ ...code, state: 'off' })).toBe(true);
  expect(await details(id)).toMatchObject({ state: 'off', version: 2 });
  expect(await remote().find(code)).toMatchObject({ status: 'off' });
  const told = (await t.audit()).filter(({ type, target }) => type === 'qr.code.update' && target === id);
  expect(told).toHaveLength(1);
  await t.call('qr_code_list/freeze', { ids: [id], reason: 'reported' }, { as: operator });
  expect(await remote().turn({ ...code, state: 'on' })).toBe(false);
  expect(await details(id)).toMatchObject({ state: 'off' });
});

test('the picture is what the printed one is: whoever scans it comes to the code', async () => {
  const { id, qr_url } = await add();
  const picture = (await remote().picture({ owner: anna.id, id })) ?? '';
  const { data, width, height } = PNG.sync.read(Buffer.from(picture, 'base64'));
  expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(qr_url);
});
