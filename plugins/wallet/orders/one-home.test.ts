import { expect, test } from 'bun:test';
import { join } from 'node:path';

const PLUGIN = join(import.meta.dir, '..');
const HOMES = ['orders/state.ts', 'chain/deposits/state.ts'];
/** A change of stored rows that names the state, in one statement. */
const CHANGE = /(?:\$set:|newVersion\()[^;]*\bsettlement\b/;
/** A state kept to be written later on. */
const KEPT = /\bsettlement: '[a-z_]+' as const/;

test('states of orders and deposits change only by their tables: nobody ends or pays one in another way', async () => {
  const files = await Array.fromAsync(new Bun.Glob('**/*.ts').scan(PLUGIN));
  const product = files.filter((file) => !/\.test\.ts$|^testing\//.test(file) && !HOMES.includes(file));
  expect(product.length).toBeGreaterThan(100);
  const texts = await Promise.all(
    product.map(async (file) => ({ file, text: await Bun.file(join(PLUGIN, file)).text() })),
  );
  expect(texts.filter(({ text }) => isChange(text)).map(({ file }) => file)).toEqual([]);
});

test('a change of the state elsewhere is found', () => {
  expect(isChange("model.updateOne({ _id }, { $set: { settlement: 'settled' } });")).toBe(true);
  expect(isChange("write(newVersion(context, { paid_time, settlement: 'settled' }));")).toBe(true);
  expect(isChange("const set = { settlement: 'refunded' as const };")).toBe(true);
  expect(isChange("model.find({ settlement: 'waiting' });")).toBe(false);
});

const isChange = (text: string): boolean => CHANGE.test(text) || KEPT.test(text);
