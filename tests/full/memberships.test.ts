import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { hastenJobs } from '../hasten-jobs.ts';
import { type Product, startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';
import { until } from '../until.ts';

// What ends with a membership and what does not, with the product's own jobs, which run each minute: here whenever something is
// waited for, as if their time were over.
setDefaultTimeout(400_000);
const A_RUN_OR_TWO = 200_000;
const EACH_MINUTE = ['wallet.tend_memberships', 'qr.hold_visit_limits', 'qr.hold_kept_visits'];

let product: Product;
let root: Api;
beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  await change('wallet', { grace_days: 0 });
  await change('qr', { visit_limit_days: 0 });
}, 240_000);
afterAll(() => product?.stop());

const done = async (path: string, body: object, api = root) => (await api.call(path, body)).content;
async function change(id: string, change: object): Promise<void> {
  const { version } = await done('plugins/settings', { id });
  await done('plugins/change_settings', { id, version, change });
}

/** Jobs are due at once while something is waited for. */
const becomes = (what: string, holds: () => Promise<boolean>): Promise<true> =>
  withStore(product, (database) =>
    until(
      what,
      async () => {
        if (await holds()) return true;
        await hastenJobs(database, EACH_MINUTE);
        return false;
      },
      { withinMs: A_RUN_OR_TWO, everyMs: 500 },
    ),
  );

async function customer(account: string, money: string) {
  const api = await signIn(product.origin, await createAccount(product, { account, role: 'customer' }));
  const found = await root.call<{ content: { id: string; version: number }[] }>('user/inquire', {
    search: account,
  });
  const [person] = found.content.content;
  if (person === undefined) throw new Error(`${account} is nobody`);
  const gift = { id: person.id, amount: money, remark: 'For the test', key: `memberships-${person.id}` };
  await done('user/edit_balance', gift);
  const code = { name: 'Door', targets: [{ url: 'https://example.com/' }], jump_type: 6 };
  const { short_code } = (await api.call<{ short_code: string }>('qr_code_list/add', code)).content;
  const visit = async () => (await fetch(`${product.origin}/${short_code}`, { redirect: 'manual' })).status;
  return { api, person, visit };
}

async function newPlan(fields: object): Promise<{ plan: string; price: string }> {
  const price = '1000000';
  const { id } = (
    await root.call<{ id: string }>('vip_combo/add', { price, days: 30, state: 'on', ...fields } as never)
  ).content;
  return { plan: id, price };
}
const buy = (api: Api, wish: object, key: string) =>
  done('buy_vip_combo/buy', { ...wish, kind: 'purchase', pay_type: 2, key }, api);

test('after the end codes are paused with a word to their owner, who logs in, keeps everything and renews', async () => {
  const { api, person, visit } = await customer('mona.member', '10');
  expect(await visit()).toBe(302);
  const member_expiry = new Date(Date.now() - 1_000).toISOString();
  const { version } = await done('user/details', { id: person.id });
  await done('user/update', { id: person.id, version, member_expiry });
  await becomes('the codes are paused', async () => (await visit()) === 404);
  const inbox = await api.call<{ content: { title: string }[] }>('message/user_inquire', {});
  expect(inbox.content.content.map(({ title }) => title)).toContain('Your codes are paused');
  const { content } = (await api.call<{ content: { state: string }[] }>('qr_code_list/user_inquire', {}))
    .content;
  expect(content).toMatchObject([{ state: 'on' }]);
  const wish = await newPlan({ name: 'Member' });
  await buy(api, wish, 'memberships-buy-mona-1');
  await becomes('the codes answer again', async () => (await visit()) === 302);
});

test('above the visits of a day the links are paused, and a larger plan brings them back', async () => {
  const { api, visit } = await customer('vito.visits', '10');
  await buy(api, await newPlan({ name: 'Few visits', visits: 2 }), 'memberships-buy-vito-1');
  // At once: what counts them looks each minute.
  expect(await Promise.all([visit(), visit(), visit()])).toEqual([302, 302, 302]);
  await becomes('the links are paused', async () => (await visit()) === 404);
  const larger = await newPlan({ name: 'Many visits', price: '2000000' });
  const { offers } = (
    await api.call<{ offers: { id: string; price: string }[] }>('buy_vip_combo/inquire', {})
  ).content;
  const offer = offers.find(({ id }) => id === larger.plan);
  const wish = { plan: larger.plan, price: offer?.price, kind: 'change', pay_type: 2 };
  await done('buy_vip_combo/buy', { ...wish, key: 'memberships-buy-vito-2' }, api);
  await becomes('the links answer again', async () => (await visit()) === 302);
});

test('above the kept visits of a plan an open log keeps no more, its owner is told, and it goes on with room', async () => {
  const { api, visit } = await customer('kira.kept', '10');
  await buy(api, await newPlan({ name: 'Few kept', kept_visits: 2 }), 'memberships-buy-kira-1');
  const [code] = (await api.call<{ content: { id: string }[] }>('qr_code_list/user_inquire', {})).content
    .content;
  const id = code?.id ?? '';
  await done('qr_code_list/update_open_log', { id, open_log: 2 }, api);
  const kept = async () => Number((await done('qr_code_access/inquire', { id }, api)).count);
  const isHeld = async () => (await done('qr_code_list/details', { id }, api)).is_log_held;
  await visit();
  await visit();
  await becomes('as many are kept as may be', async () => (await kept()) === 2);
  await becomes('the log keeps no more', async () => (await isHeld()) === true);
  const inbox = await api.call<{ content: { title: string }[] }>('message/user_inquire', {});
  expect(inbox.content.content.map(({ title }) => title)).toContain('No more single visits are kept');
  await visit();
  const views = async () => Number((await done('qr_code_list/details', { id }, api)).view_number);
  await becomes('the visit is counted', async () => (await views()) === 3);
  expect(await kept()).toBe(2);
  await done('qr_code_access/clear_access_history', { id }, api);
  await becomes('the log goes on', async () => (await isHeld()) === false);
  await visit();
  await becomes('a visit is kept again', async () => (await kept()) === 1);
});
