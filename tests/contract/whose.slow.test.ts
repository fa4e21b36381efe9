import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { OperationStatus, type Page } from '@waypost/contract';
import { OPERATIONS } from '../../runtime/services/operations/document.ts';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { download, endOf } from '../operations.ts';
import type { Product } from '../product.ts';
import { withStore } from '../security/world.ts';
import { shareProduct } from '../shared-product.ts';
import { readUntil } from '../until.ts';

// Whose things a caller is shown, where everyone's or one person's can be asked for.
setDefaultTimeout(180_000);

interface Made {
  id: string;
  short_code: string;
}
interface Visit {
  link: string;
  owner_account: string;
}
interface Account {
  id: string;
  account: string;
}

let product: Product;
let operator: Api;
let mei: Api;
let juma: Api;
let ofMei: Made;
let ids: Record<string, string>;

beforeAll(async () => {
  product = await shareProduct();
  const person = async (account: string, role: 'administrator' | 'customer') =>
    signIn(product.origin, await createAccount(product, { account, role }));
  operator = await person('whose.operator', 'administrator');
  mei = await person('whose.mei', 'customer');
  juma = await person('whose.juma', 'customer');
  const targets = [{ url: 'https://example.com/' }];
  const add = async (api: Api) =>
    (await api.call<Made>('qr_code_list/add', { name: 'Door', targets, jump_type: 6 })).content;
  ofMei = await add(mei);
  await add(juma);
  await visit(ofMei, '41.90.64.71');
  const { content } = await found('whose.');
  ids = Object.fromEntries(content.map(({ id, account }) => [account, id]));
}, 180_000);

const visit = ({ short_code }: Made, address: string) =>
  fetch(`${product.origin}/${short_code}`, {
    redirect: 'manual',
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/116.0', 'x-forwarded-for': address },
  });
const found = async (search: string, query: object = {}) =>
  (await operator.call<Page<Account>>('account/inquire', { search, ...query })).content;

describe('people by their account', () => {
  test('are found page by page, customers among them, and nothing is told of them but what they are called', async () => {
    const page = await found('whose.', { page_size: 2 });
    expect(page.content.map(({ account }) => account)).toEqual(['whose.juma', 'whose.mei']);
    expect(page.count).toBe(3);
    expect(Object.keys(page.content[0] as object).sort()).toEqual(['account', 'id', 'name']);
    const one = await operator.call<Account>('account/details', { id: ids['whose.mei'] });
    expect(one.content).toMatchObject({ account: 'whose.mei', screen: 'user_list' });
    const { user_info: me } = (await operator.call<{ user_info: { id: string } }>('administrator/profile'))
      .content;
    const own = await operator.call<{ screen: string }>('account/details', { id: me.id });
    expect(own.content.screen).toBe('administrators');
    // A dot is a dot, and what is typed is the beginning: whatever is in the middle is read from no index.
    expect((await found('whose_')).count).toBe(0);
    expect((await found('hose.')).count).toBe(0);
    expect((await found('WHOSE.M')).content.map(({ account }) => account)).toEqual(['whose.mei']);
    expect((await operator.call('account/details', { id: '0'.repeat(24) })).status).toBe(404);
  });

  test('are no business of customers', async () => {
    for (const [call, body] of [
      ['account/inquire', {}],
      ['account/details', { id: ids['whose.mei'] }],
    ] as const) {
      expect([call, (await juma.call(call, body)).status]).toEqual([call, 403]);
      expect([call, (await apiOf(product.origin).call(call, body)).status]).toEqual([call, 401]);
    }
  });
});

test('an export that is tried again after the code was given away tells nothing of who came since', async () => {
  const person = async (account: string) =>
    signIn(product.origin, await createAccount(product, { account, role: 'customer' }));
  const [giver, taker] = [await person('given.from'), await person('given.to')];
  const [{ id: owner } = { id: '' }] = (await found('given.to')).content;
  const add = { name: 'Given away', targets: [{ url: 'https://example.com/' }], jump_type: 6 };
  const code = (await giver.call<Made>('qr_code_list/add', add)).content;
  await visit(code, '41.90.64.81');
  const link = code.id;
  const seen = (api: Api, least: number) =>
    readUntil(
      async () => (await api.call<Page<Visit>>('visitor/inquire', { link })).content.count,
      (count) => count >= least,
    );
  await seen(giver, 1);
  const stopped = await stoppedExport(giver, { link });
  await operator.call('qr_code_list/change_owner', { ids: [link], owner });
  await visit(code, '41.90.64.82');
  expect(await seen(taker, 2)).toBe(2);
  const again = (await giver.call<{ id: string }>('async_operations/retry', { id: stopped })).content.id;
  expect((await endOf(giver, again)).status).toBe(OperationStatus.completed);
  const text = await (await download(product.origin, giver.token, again)).text();
  expect(text).not.toContain('41.90.64.82');
});

test('a code that was given away tells whoever had it nothing any more, before anybody has come again', async () => {
  const person = async (account: string) =>
    signIn(product.origin, await createAccount(product, { account, role: 'customer' }));
  const [giver, taker] = [await person('labels.from'), await person('labels.to')];
  const [{ id: owner } = { id: '' }] = (await found('labels.to')).content;
  const add = { name: 'Before', targets: [{ url: 'https://example.com/' }], jump_type: 6 };
  const { id } = (await giver.call<Made>('qr_code_list/add', add)).content;
  const details = async (api: Api) =>
    (await api.call<{ short_code: string }>('qr_code_list/details', { id })).content;
  await visit({ id, ...(await details(giver)) }, '41.90.64.83');
  const visitors = async () =>
    (await giver.call<Page<Visit & { name: string }>>('visitor/inquire', {})).content;
  await readUntil(visitors, ({ count }) => count === 1);
  await operator.call('qr_code_list/change_owner', { ids: [id], owner });
  await taker.call('qr_code_list/update', { id, version: 2, name: 'A secret of the taker' });
  const told: string[] = [];
  for (const [call, body] of [
    ['visitor/inquire', {}],
    ['today_statistics/inquire', {}],
    ['access_real_time_statistics/inquire', {}],
    ['daily_statistics/breakdown', { dimension: 'code' }],
  ] as const) {
    const answer = await giver.call(call, body);
    expect([call, answer.status]).toEqual([call, 200]);
    told.push(JSON.stringify(answer.content));
  }
  // Their own visitor of then is still theirs; what the code is called now is not.
  expect((await visitors()).content.map(({ link, name }) => [link, name])).toEqual([[id, '']]);
  expect(told.join()).not.toContain('A secret of the taker');
});

/** An export of visitors as one that was ended before it was through, so that it can be tried again. */
async function stoppedExport(api: Api, query: object): Promise<string> {
  const { id } = (await api.call<{ id: string }>('visitor/export', query)).content;
  await endOf(api, id);
  // A quick machine is through before anybody could cancel it.
  await withStore(product, (database) =>
    database
      .collection<{ _id: string }>(OPERATIONS)
      .updateOne({ _id: id }, { $set: { status: OperationStatus.abnormal, is_cancelled: true } }),
  );
  return id;
}

describe('visits of one person', () => {
  test('are told to who may see everyone’s, on every call alike', async () => {
    const owner = ids['whose.mei'];
    const visitors = await readUntil(
      async () => (await operator.call<Page<Visit>>('visitor/inquire', { owner })).content,
      ({ count }) => count > 0,
    );
    expect(visitors.content.map(({ link, owner_account }) => [link, owner_account])).toEqual([
      [ofMei.id, 'whose.mei'],
    ]);
    const ofJuma = ids['whose.juma'];
    expect((await operator.call<Page<Visit>>('visitor/inquire', { owner: ofJuma })).content.count).toBe(0);
    for (const area of ['today_statistics', 'access_real_time_statistics', 'daily_statistics']) {
      const figures = async (wish: object) => {
        const answer = (await operator.call<Record<string, unknown>>(`${area}/inquire`, wish)).content;
        const { view_number } = (answer.totals ?? answer) as { view_number?: number };
        return view_number ?? (answer.visits as unknown[]).length;
      };
      expect([area, await figures({ owner: ofJuma })]).toEqual([area, 0]);
    }
    const today = await operator.call<{ view_number: number }>('today_statistics/inquire', { owner });
    expect(today.content.view_number).toBe(1);
  });

  test('are not told to anybody else, whoever they ask for', async () => {
    const owner = ids['whose.mei'];
    const asked = [
      await juma.call<Page<Visit>>('visitor/inquire', { owner }),
      await juma.call<Page<Visit>>('visitor/inquire', { owner, link: ofMei.id }),
    ];
    expect(asked.map(({ content }) => content.count)).toEqual([0, 0]);
    const today = await juma.call<{ view_number: number }>('today_statistics/inquire', { owner });
    expect(today.content.view_number).toBe(0);
    const own = await mei.call<Page<Visit>>('visitor/user_inquire', {});
    // A customer is not told accounts, not even the own one: there is nothing to tell apart.
    expect(own.content.content.map(({ owner_account }) => owner_account)).toEqual(['']);
  });
});
