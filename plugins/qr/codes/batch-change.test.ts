import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../testing/start-codes.ts';
import { PLAIN_DESIGN } from './design/values.ts';

const one = [{ url: 'https://one.example/' }];
const two = [{ url: 'https://one.example/' }, { url: 'https://two.example/' }];
// A machine that is busy with other things takes its time.
setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let owner: Person;
let other: Person;

beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('olga', { role: 'administrator' });
  owner = await t.person('anna');
  other = await t.person('otto');
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object = {}) =>
  t.call<T>(`qr_code_list/${name}`, body, { as, locale: 'en-US' });
const add = async (as: Person, body: object = {}) =>
  (await call<{ id: string }>(as, 'add', { name: 'Menu', targets: one, ...body })).id;
const details = (id: string) => call(owner, 'details', { id });

test('of chosen codes those that can be changed are, and the answer names the others with the reason', async () => {
  const plain = await add(owner);
  const alternating = await add(owner, { name: 'Poster', targets: two, rotation_model: 3 });
  const theirs = await add(other);
  const answer = await call(owner, 'batch_update', {
    ids: [alternating, plain, theirs],
    is_partial: true,
    rotation_model: 1,
    jump_type: 6,
  });
  expect(answer).toEqual({
    updated: 1,
    refused: [
      { id: alternating, name: 'Poster', reason: expect.stringContaining('never leave the first target') },
      { id: theirs, name: '', reason: expect.stringContaining('not yours') },
    ],
  });
  expect(await details(plain)).toMatchObject({ jump_type: 6, rotation_model: 1 });
  expect(await details(alternating)).toMatchObject({ jump_type: 1, rotation_model: 3, version: 1 });
});

test('what was not chosen to change stays as it was, and a frozen code is told of as such', async () => {
  const expires_at = '2030-01-01T00:00:00.000Z';
  const free = await add(owner, { remark: 'keep', access_mode: 2, expires_at });
  const frozen = await add(owner, { name: 'Frozen' });
  await call(operator, 'freeze', { ids: [frozen], reason: 'Asks for passwords' });
  const answer = await call(owner, 'batch_update', { ids: [free, frozen], is_partial: true, state: 'off' });
  expect(answer).toEqual({
    updated: 1,
    refused: [{ id: frozen, name: 'Frozen', reason: 'The operator has frozen this code.' }],
  });
  expect(await details(free)).toMatchObject({ state: 'off', remark: 'keep', access_mode: 2, expires_at });
});

test('as many as a list finds are changed as far as they can be; all or none only as far as one transaction goes', async () => {
  const ids = [await add(owner), await add(owner)];
  const unknown = Array.from({ length: 249 }, (_, at) => at.toString(16).padStart(24, '0'));
  const many = [ids[0], ...unknown, ids[1]];
  const answer = await call<{ updated: number; refused: unknown[] }>(owner, 'batch_update', {
    ids: many,
    is_partial: true,
    state: 'off',
  });
  expect([answer.updated, answer.refused.length]).toEqual([2, 249]);
  const refused = call(owner, 'batch_update', { ids: many, state: 'on' });
  expect(await refused.catch(({ status }) => status)).toBe(422);
});

test('without the wish for it one that cannot be changed still refuses all', async () => {
  const plain = await add(owner);
  const alternating = await add(owner, { targets: two, rotation_model: 3 });
  const refused = call(owner, 'batch_update', { ids: [plain, alternating], rotation_model: 1, jump_type: 6 });
  expect(await refused.catch(({ status }) => status)).toBe(422);
  expect(await details(plain)).toMatchObject({ jump_type: 1, version: 1 });
});

/** One white pixel: what a logo shows does not matter to what it hides. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

test('one design is given to many codes, and those whose picture nobody could scan in it stay as they are', async () => {
  // At this level the logo hides more of a small code than can be restored.
  const design = { ...PLAIN_DESIGN, logo: LOGO, logo_percent: 27, error_level: 'M' as const };
  const long = (letter: string) => add(owner, { short_code: letter.repeat(64) });
  const [one, two] = [await long('l'), await long('m')];
  const short = await add(owner, { name: 'Short' });
  const answer = await call(owner, 'batch_update', { ids: [one, short, two], is_partial: true, design });
  expect(answer).toEqual({
    updated: 2,
    refused: [{ id: short, name: 'Short', reason: expect.stringContaining('logo') }],
  });
  expect(await details(one)).toMatchObject({ design, version: 2 });
  expect(await details(short)).toMatchObject({ design: null, version: 1 });
  const { content } = await call<{ content: { fields: { field: string }[] }[] }>(owner, 'changes', {
    id: two,
  });
  expect(content[0]?.fields.map(({ field }) => field)).toContain('design.logo');
  await expect(call(owner, 'batch_update', { ids: [short], is_partial: true, design })).rejects.toMatchObject(
    { errors: [{ path: 'design.logo_percent' }, { path: 'design' }] },
  );
  await call(owner, 'batch_update', { ids: [one, two], design: null });
  expect(await details(one)).toMatchObject({ design: null });
});
