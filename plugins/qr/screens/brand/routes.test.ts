import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { BUILT_IN } from '../../codes/design/presets/built-in.ts';
import { designPresetResource, MAX_PRESETS } from '../../codes/design/presets/resource.ts';
import type { Design } from '../../codes/design/values.ts';
import { startCodes } from '../../testing/start-codes.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let anna: Person;
let ben: Person;
beforeAll(async () => {
  t = await startCodes();
  anna = await t.person('anna.brand');
  ben = await t.person('ben.brand');
});
afterAll(() => t?.dispose());

interface Preset {
  id: string;
  version: number;
  name: string;
  design: Design;
  is_brand: boolean;
}
const call = <T>(as: Person, name: string, body: object = {}) => t.call<T>(name, body, { as });
const keep = (as: Person, body: object) => call<{ id: string }>(as, 'design_preset/add', body);
const listOf = async (as: Person) => (await call<{ presets: Preset[] }>(as, 'design_preset/list')).presets;
const newCode = async (as: Person, body: object = {}) => {
  const made = { name: 'C', targets: [{ url: 'https://example.com/' }], ...body };
  const { id } = await call<{ id: string }>(as, 'qr_code_list/add', made);
  return call<{ design: Design | null }>(as, 'qr_code_list/details', { id });
};

test('new codes begin with the brand of their owner, unless they say otherwise', async () => {
  expect((await newCode(anna)).design).toBeNull();
  await keep(anna, { name: 'Sea', design: BUILT_IN.ocean, is_brand: true });
  expect((await newCode(anna)).design).toEqual(BUILT_IN.ocean);
  expect((await newCode(anna, { design: null })).design).toBeNull();
  expect((await newCode(anna, { design: BUILT_IN.forest })).design).toEqual(BUILT_IN.forest);
  expect((await newCode(ben)).design).toBeNull();
});

test('codes of a print batch begin with it as well', async () => {
  const { batch } = await call<{ batch: string }>(anna, 'print_batch/make', { name: 'Stickers', size: 2 });
  const made = async () =>
    (await call<{ content: { design: Design }[] }>(anna, 'qr_code_list/inquire', { batch })).content;
  const limit = performance.now() + 30_000;
  while ((await made()).length < 2 && performance.now() < limit) await Bun.sleep(50);
  expect((await made()).map(({ design }) => design)).toEqual([BUILT_IN.ocean, BUILT_IN.ocean]);
});

test('one design at most is the brand: the next one takes its place, and what is taken back leaves none', async () => {
  await keep(anna, { name: 'Wood', design: BUILT_IN.forest, is_brand: true });
  const brands = async () => (await listOf(anna)).filter(({ is_brand }) => is_brand).map(({ name }) => name);
  expect(await brands()).toEqual(['Wood']);
  const [sea] = (await listOf(anna)).filter(({ name }) => name === 'Sea');
  const { version = 0 } = await call<Preset>(anna, 'design_preset/details', { id: sea?.id });
  await call(anna, 'design_preset/update', { id: sea?.id, version, is_brand: true });
  expect(await brands()).toEqual(['Sea']);
  await call(anna, 'design_preset/update', { id: sea?.id, version: version + 1, is_brand: false });
  expect((await newCode(anna)).design).toBeNull();
});

test('what scanners could not read is not kept, and nobody keeps two designs under one name', async () => {
  const pale = { ...BUILT_IN.soft, foreground: '#dddddd' };
  await expect(keep(anna, { name: 'Pale', design: pale })).rejects.toMatchObject({
    code: 'qr.design_unreadable',
    errors: [{ path: 'design.foreground' }, { path: 'design' }],
  });
  await expect(keep(anna, { name: 'Sea', design: BUILT_IN.soft })).rejects.toMatchObject({ status: 409 });
  await keep(ben, { name: 'Sea', design: BUILT_IN.soft });
});

test('designs are their owner’s: nobody else finds, changes or begins with them', async () => {
  const [kept] = await listOf(ben);
  await expect(call(anna, 'design_preset/details', { id: kept?.id })).rejects.toMatchObject({ status: 404 });
  expect((await listOf(anna)).map(({ id }) => id)).not.toContain(kept?.id ?? '');
});

test('an account keeps as many designs as somebody can look through', async () => {
  const cleo = await t.person('cleo.brand');
  for (let count = 0; count < MAX_PRESETS; count += 1)
    await t.rows(designPresetResource).add({ name: `D${count}`, design: BUILT_IN.soft }, { owner: cleo.id });
  await expect(keep(cleo, { name: 'More', design: BUILT_IN.soft })).rejects.toMatchObject({
    code: 'qr.preset_limit',
    status: 409,
  });
});
