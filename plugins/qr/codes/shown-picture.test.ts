import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { CallRefused, Person, TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../testing/start-codes.ts';
import { encodePng } from './design/encode-png.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let anna: Person;
let ben: Person;
let operator: Person;
beforeAll(async () => {
  t = await startCodes();
  anna = await t.person('anna');
  ben = await t.person('ben');
  operator = await t.person('operator', { role: 'administrator' });
});
afterAll(() => t?.dispose());

const look = (as: Person, body: object) =>
  t
    .call<{ data: string }>('qr_code_list/kept_picture', body, { as })
    .then(({ data }) => Buffer.from(data, 'base64').subarray(1, 4).toString())
    .catch((error: CallRefused) => error.status);

test('a picture is shown to who kept it and to who reaches a code that shows it, and to nobody for its name', async () => {
  const drawn = await encodePng({ size: 1, pixels: Uint8Array.of(7, 7, 7) });
  const data = Buffer.from(drawn).toString('base64');
  const { picture } = await t.call<{ picture: string }>(
    'qr_code_list/target_picture',
    { data },
    { as: anna },
  );
  expect(await look(anna, { picture })).toBe('PNG');
  expect(await look(ben, { picture })).toBe(404);
  const made = (as: Person, targets: object[]) =>
    t.call<{ id: string }>('qr_code_list/add', { name: 'Shown', targets }, { as });
  const { id } = await made(anna, [{ picture }]);
  expect(await look(operator, { picture, id })).toBe('PNG');
  expect(await look(ben, { picture, id })).toBe(404);
  // A code of one's own that shows something else opens nothing.
  const { id: own } = await made(ben, [{ url: 'https://example.com/' }]);
  expect(await look(ben, { picture, id: own })).toBe(404);
  expect(await look(anna, { picture: 'A'.repeat(43) })).toBe(404);
});
