import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { arriveAt, openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { KNOWN_GOOD, SHOP, type ShieldPlace, SPARE, startShieldPlace } from '../../shield-place.ts';
import { until } from '../../until.ts';

// The screens of the shield with a block, a provider that lies and a webhook that takes nothing: in each language, for whoever
// runs the platform and for a customer, by day and on a phone by night.
setDefaultTimeout(600_000);
const LIMIT = { timeout: 60_000 };

let world: ShieldPlace;
let place: Place;
let operator: Awaited<ReturnType<typeof createAccount>>;
let block: string;
beforeAll(async () => {
  world = await startShieldPlace();
  place = await openPlace(async () => world.product);
  operator = await createAccount(world.product, { account: 'oda.shield', role: 'administrator' });
  const { root, providers } = world;
  for (const name of ['honest', 'second', 'liar'])
    await world.provider(name, { cost: '0.003', daily_cap: '5' });
  await providers.behave('liar', 'all_blocked');
  await providers.behave('in', 'refuse');
  await world.setDetection({ canary: KNOWN_GOOD, quorum: 2 });
  await world.setPolicy({
    codes: 'freeze',
    reason: 'WeChat blocks the domain',
    appeal_link: 'https://appeal.example/form',
    webhook_url: `${providers.origin}/hook/in`,
    webhook_secret: 'shared',
  });
  await world.person.call('wx_shield_detection/check', { address: 'https://fine.example/menu' });
  await providers.block(SHOP);
  await world.checkShop();
  await world.checkShop();
  block = await until('the block has a row, and the webhook was tried', async () => {
    await world.follow();
    const { content } = await root.call<{ content: { id: string; deliveries: { tries: number }[] }[] }>(
      'shield_push/inquire',
    );
    const [row] = content.content;
    return row?.deliveries.every(({ tries }) => tries > 0) ? row.id : undefined;
  });
}, 240_000);
afterAll(async () => {
  await place?.close();
  await world?.providers.stop();
});

test('operators tell everybody again, and let the codes of one block answer though the policy freezes', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, `shield_push?id=${block}`);
  await page.getByRole('button', { name: 'Tell again' }).click(LIMIT);
  await page.getByText('Everybody is told again within seconds.').waitFor(LIMIT);
  expect((await world.visit(SHOP)).status).toBe(451);
  await page.getByRole('button', { name: 'Let the codes answer' }).click(LIMIT);
  await until('the code answers', async () => {
    await world.follow();
    return (await world.visit(SHOP)).status === 302;
  });
  await page.getByRole('button', { name: 'Freeze the codes' }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze the codes' }).click(LIMIT);
  await until('the code is frozen', async () => {
    await world.follow();
    return (await world.visit(SHOP)).status === 451;
  });
  expect(faults).toEqual([]);
});

test('a block that nothing bears out waits for a decision: its page and the list say so, and one press decides', async () => {
  await world.setDetection({ canary: '', quorum: 1 });
  await world.providers.block(SPARE);
  const held = await until(
    'the block is open',
    async () => {
      await world.hurry(world.spare);
      const { content } = await world.root.call<{ content: { id: string; shown: string; held: string }[] }>(
        'shield_push/inquire',
      );
      return content.content.find(({ shown }) => shown === SPARE);
    },
    { withinMs: 120_000, everyMs: 500 },
  );
  expect(held.held).toBe('unproved');
  const look = looking('shield-held');
  const { page, faults } = await place.open(operator, { size: { width: 1024, height: 768 } });
  await openScreen(page, place.product.origin, 'shield_push');
  await page.getByText('Undecided', { exact: true }).first().waitFor(LIMIT);
  await look(page, 'list');
  await page.getByRole('link', { name: SPARE }).first().click(LIMIT);
  await page.getByText('They go on answering until you decide.').first().waitFor(LIMIT);
  await look(page, 'page');
  await page.getByRole('button', { name: 'Freeze the codes' }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Freeze the codes' }).click(LIMIT);
  await page.getByText('The codes are frozen within seconds.').first().waitFor(LIMIT);
  await page
    .getByText('They go on answering until you decide.')
    .first()
    .waitFor({ ...LIMIT, state: 'detached' });
  expect(faults).toEqual([]);
});

test('lists of domains show how they stand in WeChat and are narrowed by it; once the shield is off they say so', async () => {
  await world.providers.block(SPARE, false);
  await until(
    'the spare opens again',
    async () => {
      await world.hurry(world.spare);
      const { content } = await world.root.call<{ content: { shown: string; status: number }[] }>(
        'shield_host/inquire',
      );
      return content.content.some(({ shown, status }) => shown === SPARE && status === 1);
    },
    { withinMs: 120_000, everyMs: 500 },
  );
  const look = looking('shield-filter');
  const { page, faults } = await place.open(operator);
  for (const screen of ['domain_list', 'admin_domain_monitor']) {
    await openScreen(page, place.product.origin, screen);
    const rows = (name: string) => page.getByRole('row').filter({ hasText: name });
    await rows(SPARE).first().waitFor(LIMIT);
    await look(page, `${screen}-all`);
    await page.getByRole('button', { name: 'More filters' }).click(LIMIT);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('combobox', { name: 'WeChat', exact: true }).click(LIMIT);
    await page.getByRole('option', { name: 'Blocked', exact: true }).click(LIMIT);
    await rows(SPARE)
      .first()
      .waitFor({ ...LIMIT, state: 'detached' });
    await drawer.getByRole('banner').getByRole('button', { name: 'Close' }).click(LIMIT);
    await drawer.waitFor({ ...LIMIT, state: 'detached' });
    await rows(SHOP).first().waitFor(LIMIT);
    await arriveAt(page, /wechat_status=2/);
    await look(page, `${screen}-blocked`);
  }
  expect(await world.root.call('plugins/disable', { id: 'wechat-shield' })).toMatchObject({ status: 200 });
  const { page: later } = await place.open(operator);
  for (const screen of ['domain_list', 'admin_domain_monitor']) {
    await openScreen(later, place.product.origin, screen);
    const row = later.getByRole('row').filter({ hasText: SPARE }).first();
    // The column is there and says why it is empty.
    await row.getByText('Detection is off').waitFor(LIMIT);
    await later.getByRole('button', { name: 'More filters' }).click(LIMIT);
    await later.getByRole('dialog').getByText('Used for').first().waitFor(LIMIT);
    await shows(later.getByRole('dialog').getByText('WeChat'), { texts: [] });
  }
  expect(faults).toEqual([]);
});
