import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { KNOWN_GOOD, SHOP, type ShieldPlace, SPARE, startShieldPlace, TARGET } from '../shield-place.ts';
import { openScreen, until } from './browser.ts';
import { looking } from './look.ts';
import { openPlace, type Place } from './place.ts';

// A block in WeChat, from the provider that says so to the one press that lets a spare take over, and a visit that works.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };

let world: ShieldPlace;
let place: Place;
beforeAll(async () => {
  world = await startShieldPlace();
  place = await openPlace(async () => world.product);
}, 240_000);
afterAll(async () => {
  await place?.close();
  await world?.providers.stop();
});
const look = looking('shield');

test('an operator sets a provider up and tries it; a block is told, replaced with one press, and visits work', async () => {
  const { product, providers } = world;
  const { page, faults } = await place.open(product.administrator);
  await openScreen(page, product.origin, 'we_chat_blocking_detection_configuration');
  await page.getByText('No provider is on, so nothing is checked.').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New provider' }).first().click(LIMIT);
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Detector', LIMIT);
  await form
    .getByLabel('Endpoint', { exact: true })
    .fill(`${providers.origin}/ask/detector?url={url}`, LIMIT);
  await form.getByLabel('Header fields', { exact: true }).fill('Authorization: Bearer {key}', LIMIT);
  await form.getByLabel('Key', { exact: true }).fill('planted-key', LIMIT);
  await form.getByLabel('Path to the status', { exact: true }).fill('data.status', LIMIT);
  await form.getByLabel('Values for normal', { exact: true }).fill('ok', LIMIT);
  await form.getByLabel('Values for blocked', { exact: true }).fill('blocked', LIMIT);
  await look(page);
  await form.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Detector' }).waitFor(LIMIT);
  // The form that it was typed into is still on its way out.
  await form.waitFor({ ...LIMIT, state: 'detached' });
  expect(await page.content()).not.toContain('planted-key');
  await world.setDetection({ canary: KNOWN_GOOD });
  await page.getByRole('button', { name: 'Try it' }).first().click(LIMIT);
  const trial = page.getByRole('dialog');
  await trial.getByLabel('Domain or address', { exact: true }).fill('fine.example', LIMIT);
  await trial.getByRole('button', { name: 'Ask', exact: true }).click(LIMIT);
  await trial.getByText('Normal', { exact: true }).waitFor(LIMIT);
  await trial.getByText('Believed', { exact: true }).waitFor(LIMIT);
  await look(page);
  await page.keyboard.press('Escape');

  await world.setPolicy({
    codes: 'freeze',
    reason: 'WeChat blocks the domain',
    appeal_link: 'https://appeal.example/',
  });
  expect((await world.visit(SHOP)).to).toBe(TARGET);
  await providers.block(SHOP);
  await world.checkShop();
  await world.checkShop();
  await until('the code is frozen', async () => {
    await world.follow();
    return (await world.visit(SHOP)).status === 451;
  });
  // The operator's own alert, with the way to appeal: whatever came last stands over the page as well, and goes.
  await page.getByRole('region', { name: 'New message' }).first().waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await openScreen(page, product.origin, 'message_list');
  const alert = page.getByRole('row').filter({ hasText: `${SHOP} is blocked in WeChat` });
  await alert.filter({ hasText: 'Appeal here: https://appeal.example/' }).first().waitFor(LIMIT);
  await look(page);
  await openScreen(page, product.origin, 'shield_push');
  await page.getByRole('link', { name: SHOP }).first().click(LIMIT);
  await page.getByText(`WeChat blocks ${SHOP}. Nothing moves automatically`).waitFor(LIMIT);
  const replace = page.getByRole('button', { name: `Replace with ${SPARE}` });
  await replace.waitFor(LIMIT);
  await look(page);
  await replace.click(LIMIT);
  await until('a visit works on the spare', async () => {
    await world.follow();
    return (await world.visit(SPARE)).to === TARGET;
  });
  await page.getByText(`Its codes stand on ${SPARE} now and answer there.`).waitFor(LIMIT);
  await look(page);
  await page.getByRole('tab', { name: 'Notices' }).click(LIMIT);
  await page.getByText('Owner, by site message').first().waitFor(LIMIT);
  await page.getByText('Operators, by site message').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('a customer sees how the own domain stands, checks an address, and reads what was said', async () => {
  const { page, faults } = await place.open(world.customer);
  await openScreen(page, world.product.origin, 'domain_list');
  await page.getByRole('row').filter({ hasText: SPARE }).first().waitFor(LIMIT);
  await openScreen(page, world.product.origin, 'wx_shield_detection');
  await page.getByLabel('Domain or address', { exact: true }).fill('fine.example', LIMIT);
  await page.getByRole('button', { name: 'Check', exact: true }).first().click(LIMIT);
  await page.getByText('fine.example opens in WeChat.').waitFor(LIMIT);
  await look(page);
  await page.getByRole('link', { name: 'Open the check' }).click(LIMIT);
  await page.getByText('What each provider said').waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});
