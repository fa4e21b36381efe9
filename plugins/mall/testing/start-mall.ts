import { join } from 'node:path';
import { errors } from '@waypost/contract';
import { KEPT_PICTURES, type KeptPictures, redrawSmall } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
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
    services: { [KEPT_PICTURES]: { version: '1.0.0', service: givenPictures() } },
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

/** Pictures of this test alone. */
function givenPictures(): KeptPictures {
  const kept = new Map<string, string>();
  return {
    check: async (data) => new Uint8Array(Buffer.from(data, 'base64')),
    async keep(data) {
      const drawn = await redrawSmall(new Uint8Array(Buffer.from(data, 'base64')));
      if (drawn === undefined) throw errors.invalidInput.create();
      kept.set(drawn.name, Buffer.from(drawn.png).toString('base64'));
      return drawn.name;
    },
    adopt: async (picture, png) => void kept.set(picture, Buffer.from(png).toString('base64')),
    async read(picture) {
      const found = kept.get(picture);
      if (found === undefined) throw errors.notFound.create();
      return found;
    },
    async require(pictures, path) {
      if (pictures.some((picture) => !kept.has(picture)))
        throw errors.invalidInput.create({}, { errors: [{ path, message: 'error.picture_unknown' }] });
    },
  };
}
