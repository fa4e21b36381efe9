import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import { errors } from '@waypost/contract';
import { KEPT_PICTURES } from '@waypost/sdk';
import { type CallRefused, givenPictures, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../testing/start-codes.ts';
import { encodePng } from './design/encode-png.ts';

setDefaultTimeout(60_000);
/** What an operator does not allow to be uploaded. */
const REFUSED = btoa('a picture that is not allowed');
const DAY_MS = 86_400_000;
let t: TestPlugin;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  const pictures = givenPictures();
  const check = async (data: string) => {
    if (data === REFUSED) throw errors.invalidInput.create();
    return pictures.service.check(data);
  };
  t = await startCodes({
    settings: { pictures_per_account: 2 },
    services: { [KEPT_PICTURES]: { ...pictures, service: { ...pictures.service, check } } },
  });
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

const SIDE = 420;
const noise = () => ({ size: SIDE, pixels: new Uint8Array(randomBytes(SIDE * SIDE * 3)) });
/** @param drawn a number: one pixel in that shade */
const keep = async (as: Person, drawn: number | ReturnType<typeof noise>) =>
  t
    .call<{ picture: string }>('qr_code_list/target_picture', { data: await dataOf(drawn) }, { as })
    .then(({ picture }) => picture)
    .catch((error: CallRefused) => error.code);

async function dataOf(drawn: number | ReturnType<typeof noise>): Promise<string> {
  const raster = typeof drawn === 'number' ? { size: 1, pixels: Uint8Array.of(drawn, drawn, drawn) } : drawn;
  return Buffer.from(await encodePng(raster)).toString('base64');
}

test('an account keeps so many pictures, the same one counts once, and others are not held up', async () => {
  const shown = await keep(anna, 1);
  await keep(anna, 2);
  expect(await keep(anna, 3)).toBe('qr.picture_quota');
  expect(await keep(ben, 3)).not.toBe('qr.picture_quota');
  // What no code shows leaves the count a day later, what one shows stays.
  await t.call('qr_code_list/add', { name: 'Picture', targets: [{ picture: shown }] }, { as: anna });
  t.clock.set(new Date(t.clock.now() + DAY_MS + 1_000));
  expect(await keep(anna, 4)).not.toBe('qr.picture_quota');
  expect(await keep(anna, 5)).toBe('qr.picture_quota');
});

test('what they take in all is bounded, too', async () => {
  await t.settings.change({ pictures_per_account: 1_000, picture_megabytes: 1 });
  const cara = await t.person('cara');
  // Two of half a megabyte: noise cannot be packed.
  for (let count = 0; count < 2; count += 1) expect(await keep(cara, noise())).not.toBe('qr.picture_quota');
  expect(await keep(cara, 6)).toBe('qr.picture_quota');
  await t.settings.change({ picture_megabytes: 10 });
  expect(await keep(cara, 6)).not.toBe('qr.picture_quota');
});

test('what an operator does not allow to be uploaded becomes neither a picture nor a logo', async () => {
  for (const call of ['target_picture', 'logo'])
    await expect(t.call(`qr_code_list/${call}`, { data: REFUSED }, { as: anna })).rejects.toMatchObject({
      code: 'invalid_input',
    });
});
