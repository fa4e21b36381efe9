import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Api, signIn } from '../api.ts';
import { openScreen } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { startProduct } from '../product.ts';
import { type RunningSshServer, startSshServer } from '../ssh-server.ts';

// An operator adds a server, holds its key against the one on the server, writes a script, runs it and reads what it wrote; then
// the server shows another key.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };

let place: Place;
let root: Api;
let machine: RunningSshServer;

beforeAll(async () => {
  machine = await startSshServer();
  place = await openPlace(() => startProduct({ env: { SSH_SERVERS: 'on' } }));
  root = await signIn(place.product.origin, place.product.administrator);
}, 240_000);
afterAll(async () => {
  await place?.close();
  await machine?.dispose();
}, 60_000);

const look = looking('servers');

async function addServer(page: Page): Promise<void> {
  await openScreen(page, place.product.origin, 'server_list');
  await page.getByText('No servers yet').waitFor(LIMIT);
  await look(page, 'empty');
  await page.getByRole('button', { name: 'New server' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('web 1', LIMIT);
  await drawer.getByLabel('Address', { exact: true }).fill('127.0.0.1');
  await drawer.getByLabel('Port', { exact: true }).fill(String(machine.port));
  await drawer.getByLabel('Account on the server').fill(machine.account);
  await drawer.getByLabel('Private key or password').fill(machine.privateKey);
  await drawer.getByLabel('Group', { exact: true }).fill('web');
  await look(page, 'form');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'web 1' }).waitFor(LIMIT);
}

async function confirmKey(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Confirm key: web 1' });
  await button.hover(LIMIT);
  const tooltip = page.getByRole('tooltip').getByText('Confirm key: web 1');
  await tooltip.waitFor(LIMIT);
  await button.click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(machine.key.fingerprint).waitFor(LIMIT);
  // What was said of the button is read no more, though the pointer is where it was.
  await tooltip.waitFor({ ...LIMIT, state: 'hidden' });
  await look(page, 'confirm');
  await drawer.getByRole('button', { name: 'They are the same: confirm' }).click(LIMIT);
  await page.getByRole('button', { name: 'Log in and check: web 1' }).click(LIMIT);
  await page.getByText('web 1: logged in').waitFor(LIMIT);
  await page.getByRole('row').filter({ hasText: 'web 1' }).getByText('Reachable').waitFor(LIMIT);
  // What is said of the button under the mouse stands outside of the page.
  await page.mouse.move(0, 0);
  await look(page, 'list');
}

async function addScript(page: Page): Promise<void> {
  await openScreen(page, place.product.origin, 'script');
  await page.getByRole('button', { name: 'New script' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Say something', LIMIT);
  await drawer.getByLabel('Program', { exact: true }).fill('printf');
  await drawer.getByLabel('Arguments', { exact: true }).fill('said: %s\\n\n{{what}}');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  // What is wrong is said before anything is sent.
  await drawer.getByText('The arguments name something that is not asked for').first().waitFor(LIMIT);
  await drawer.getByRole('button', { name: 'Ask for something' }).click(LIMIT);
  await drawer.getByLabel('Name in the arguments').fill('what');
  await drawer.getByLabel('Label', { exact: true }).fill('What to say');
  await look(page, 'script-form');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Say something' }).waitFor(LIMIT);
}

async function runScript(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run: Say something' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: 'Servers' }).click(LIMIT);
  await page.getByRole('option', { name: 'web 1' }).click(LIMIT);
  await page.keyboard.press('Escape');
  await drawer.getByLabel('What to say').fill('-rf');
  await drawer.getByRole('button', { name: 'Run now' }).click(LIMIT);
  await drawer.getByText('must not begin with -').first().waitFor(LIMIT);
  await drawer.getByLabel('What to say').fill(';id');
  await look(page, 'run-form');
  await drawer.getByRole('button', { name: 'Run now' }).click(LIMIT);
  await page.getByRole('button', { name: 'Show output' }).click(LIMIT);
  await page.getByText('said: ;id').waitFor(LIMIT);
  await look(page, 'run');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run again: Say something' }).waitFor(LIMIT);
  await look(page, 'runs');
}

test('a server is added, its key held against the machine, and a script runs there', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await addServer(page);
  await confirmKey(page);
  await addScript(page);
  await runScript(page);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a changed key shows by itself, in red, with what to do', async () => {
  const { page } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'server_list');
  await page.getByRole('row').filter({ hasText: 'web 1' }).getByText('Reachable').waitFor(LIMIT);
  const other = await machine.changeKey();
  try {
    await page.getByRole('row').filter({ hasText: 'web 1' }).getByText('Key changed').waitFor(LIMIT);
    await page.getByRole('row').filter({ hasText: 'web 1' }).getByText('web 1').click(LIMIT);
    await page.getByText('compare the fingerprint on the server itself').first().waitFor(LIMIT);
    await page.getByText(other.fingerprint).waitFor(LIMIT);
    await look(page, 'changed');
  } finally {
    await machine.restoreKey();
  }
  await page.context().close();
});

test('where it is off, the screens say how it is switched on', async () => {
  const off = await openPlace();
  const { page } = await off.open(off.product.administrator);
  for (const screen of ['server_list', 'script']) {
    await openScreen(page, off.product.origin, screen);
    await page.getByText('SSH_SERVERS=on').waitFor(LIMIT);
  }
  await look(page, 'off');
  await page.context().close();
  expect((await root.call('server_list/switch')).content).toEqual({ is_on: true });
});
