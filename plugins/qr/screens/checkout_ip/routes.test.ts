import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { ADDRESS_BLOCKS, type AddressBlock, type AddressBlocks } from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
let anna: Person;
const asked: string[] = [];
let blocks: AddressBlock[] = [];
const lists: AddressBlocks = {
  of: async (ip) => {
    asked.push(ip);
    return blocks;
  },
};

beforeAll(async () => {
  t = await startCodes({ services: { [ADDRESS_BLOCKS]: { version: '1.0.0', service: lists } } });
  operator = await t.person('operator', { role: 'administrator' });
  anna = await t.person('anna');
});
afterAll(() => t?.dispose());

const call = <T = Record<string, unknown>>(as: Person, name: string, body: object) =>
  t.call<T>(`checkout_ip/${name}`, body, { as, locale: 'en-US' });

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' ::ffff:203.0.113.7 ', '203.0.113.7'],
  ['2001:DB8:0::7', '2001:db8::7'],
])('%s is looked up as %s', async (text, ip) => {
  asked.length = 0;
  expect(await call(operator, 'inquire', { ip: text })).toMatchObject({
    ip,
    view_number: 0,
    link_number: 0,
    first_time: null,
    last_time: null,
    days: [],
    blocks: [],
  });
  expect(asked).toEqual([ip]);
});

test.each(['203.0.113.0/24', '203.0.113.256', 'nobody', 'a.example'])(
  '%s is no single address, which is said at the field',
  async (ip) => {
    for (const name of ['inquire', 'codes', 'export']) {
      const error = await call(operator, name, { ip }).catch((caught: unknown) => caught);
      if (!(error instanceof CallRefused)) throw new Error(`${name} was not refused`, { cause: error });
      expect([error.status, error.errors]).toMatchObject([
        422,
        [{ path: 'ip', message: expect.stringContaining('no single address') }],
      ]);
    }
  },
);

test('lists that it is on are told with whose they are', async () => {
  const create_time = '2026-01-01T00:00:00.000Z';
  blocks = [
    { list: 'ip_black', id: '1', ip: '203.0.113.0/24', note: 'floods', expires_at: null, create_time },
    { list: 'visit_block', id: '2', ip: '203.0.113.7', note: '', owner: anna.id, create_time },
  ];
  const { blocks: told } = await call<{ blocks: object[] }>(operator, 'inquire', { ip: '203.0.113.7' });
  expect(told).toMatchObject([
    { list: 'ip_black', ip: '203.0.113.0/24', owner_account: '' },
    { list: 'visit_block', owner: anna.id, owner_account: `account of ${anna.id}` },
  ]);
  blocks = [];
});

test('an address that visited nothing has no codes, and is exported as an empty table', async () => {
  expect(await call(operator, 'codes', { ip: '::ffff:203.0.113.7', sort_field: 'count' })).toMatchObject({
    count: 0,
    content: [],
  });
  expect(await call(operator, 'export', { ip: '203.0.113.7' })).toHaveProperty('id');
});

test('customers look nobody up', async () => {
  for (const name of ['inquire', 'codes', 'export'])
    await expect(call(anna, name, { ip: '203.0.113.7' })).rejects.toMatchObject({ status: 403 });
});
