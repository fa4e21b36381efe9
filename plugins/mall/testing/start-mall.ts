import { join } from 'node:path';
import { KEPT_PICTURES } from '@waypost/sdk';
import { givenPictures, type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../server.ts';

const VERBS = ['read', 'create', 'update', 'delete'];

/** All that an operator of the mall may do. */
export const OPERATOR: readonly string[] = [
  ...['category', 'brand', 'product'].flatMap((noun) => VERBS.map((verb) => `mall.${noun}:${verb}`)),
  ...['mall.product:import', 'mall.product:export', 'mall.picture:read', 'mall.picture:create'],
  ...['mall.order:read', 'mall.order:create', 'mall.order:cancel', 'mall.order_day:read'],
];

export interface Mall {
  t: TestPlugin;
  operator: Person;
  /** Makes a call as the operator. */
  ask<T = { id: string }>(path: string, body?: object): Promise<T>;
  addCategory(title: string, fields?: object): Promise<string>;
  addProduct(title: string, fields: { category: string } & Record<string, unknown>): Promise<string>;
}

/** The plugin within a test, with somebody who may do everything in it. */
export async function startMall(): Promise<Mall> {
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    services: { [KEPT_PICTURES]: givenPictures() },
  });
  const operator = await t.person('olga.operator', { permissions: [...OPERATOR] });
  const ask = <T = { id: string }>(path: string, body: object = {}) =>
    t.call(path, body, { as: operator }) as Promise<T>;
  return {
    t,
    operator,
    ask,
    addCategory: async (title, fields = {}) => (await ask('mall_category/add', { title, ...fields })).id,
    addProduct: async (title, fields) =>
      (await ask('mall_product/add', { title, price: '9900000', stock: 1_000, ...fields })).id,
  };
}
