import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Api, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, openScreen, PHONE, settle, until, type View } from '../e2e/browser.ts';
import { ENGLISH, openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { type Product, startProduct } from '../product.ts';

let place: Place;
let product: Product;
let admin: Api;
const faults: string[][] = [];

async function open(path: string, view: View = ENGLISH): Promise<Page> {
  const { page, faults: found } = await place.open(undefined, view);
  faults.push(found);
  await page.goto(`${product.origin}/#${path}`);
  await page.locator('h1').first().waitFor();
  return page;
}
async function fill(page: Page, account: string, password: string, repeat = password) {
  await page.fill('input[name=account]', account);
  await page.fill('input[name=password]', password);
  await page.fill('input[name=repeat]', repeat);
  await page.click('button[type=submit]');
}
async function seriousFaults(page: Page): Promise<string[]> {
  await settle(page);
  return axeViolations(page);
}
async function configure(change: Record<string, unknown>): Promise<void> {
  const { content } = await admin.call<{ version: number }>('configuration/inquire');
  expect((await admin.call('configuration/update', { version: content.version, ...change })).status).toBe(
    200,
  );
}

beforeAll(async () => {
  place = await openPlace(startProduct);
  ({ product } = place);
  admin = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(() => place?.close(), 60_000);

test('one fault at a time, in the order of docs/product.md, before anything is sent', async () => {
  const page = await open('/admin_login');
  await page.getByRole('link', { name: 'No account yet? Register' }).click();
  await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  const faultsSaid = () =>
    page.locator('form [aria-invalid=true]').evaluateAll((inputs) =>
      inputs.map((input) => {
        const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
        return `${(input as HTMLInputElement).name}: ${note?.textContent ?? ''}`;
      }),
    );
  const expectFault = async (fault: string, account: string, password: string, repeat?: string) => {
    await fill(page, account, password, repeat);
    await until(fault, async () => Bun.deepEquals(await faultsSaid(), [fault]));
  };
  await expectFault('account: Enter your account name.', '', '');
  await expectFault('account: The account needs at least 5 characters.', 'abcd', '');
  await expectFault('password: Enter your password.', 'abcde', '', 'x');
  await expectFault('repeat: The passwords do not match.', 'abcde', 'Abc123', 'Abc124');
  await expectFault('password: The password cannot be the same as the account.', 'abc123', 'abc123');
  await expectFault('password: The password needs at least 6 characters.', 'abcde', 'ab1');
  await expectFault(
    'password: The password has letters and digits only, at least one of each.',
    'abcde',
    'abcdef',
  );
  expect(sent.filter((url) => url.includes('/api/administrator') || url.includes('challenge'))).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
  await page.context().close();
}, 240_000);

test('an invitation link fills and locks the code; the password leaves sealed; the menu leads on', async () => {
  const people = await admin.call<{ content: { id: string; account: string; invitation_code: string }[] }>(
    'administrator/inquire',
  );
  const inviter = people.content.content.find(({ account }) => account === 'admin');
  const code = inviter?.invitation_code ?? '';
  const page = await open(`/admin_register?code=${code}`);
  const field = page.locator('input[name=code]');
  await shows(field, { value: code });
  await shows(field, { attribute: ['readonly', /^/] });
  const sent = page.waitForRequest(/administrator\/register/);
  await fill(page, 'Customer1', 'Waypost123');
  const body = (await sent).postData() ?? '';
  expect(body).not.toContain('Waypost123');
  expect(JSON.parse(body)).toMatchObject({ account: 'Customer1', code, password: { v: 1 } });
  await arriveAt(page, /#\/customer\/home/);
  await page.getByRole('link', { name: 'Analytics' }).waitFor();
  await shows(page.getByRole('link', { name: 'Administrators' }), { count: 0 });
  await page.context().close();
}, 240_000);

test('a code that cannot be one is not taken over; a taken account and an unknown code are said at their fields', async () => {
  const page = await open('/admin_register?code=%3Cimg%3E');
  await shows(page.locator('input[name=code]'), { value: '' });
  await fill(page, 'customer1', 'Waypost123');
  await page.getByText('This account name is taken, or looks just like one that is.').waitFor();
  await page.fill('input[name=code]', 'nobody77');
  await fill(page, 'customer2', 'Waypost123');
  await page.getByText('There is no such invitation code.').waitFor();
  await page.context().close();
}, 240_000);

test('an invitation that nobody gives any more is said at once, and one registers without it', async () => {
  const page = await open('/admin_register?code=nobody77');
  const notice = page.getByRole('alert');
  await notice.getByText('This invitation is not valid any more.').waitFor();
  await page.fill('input[name=account]', 'customer3');
  await notice.getByRole('button', { name: 'Register without an invitation' }).click();
  await notice.waitFor({ state: 'detached' });
  await shows(page.locator('input[name=account]'), { value: 'customer3' });
  await shows(page.locator('input[name=code]'), { value: '' });
  await shows(page.locator('input[name=code]'), { attribute: ['readonly', null] });
  expect(await seriousFaults(page)).toEqual([]);
  await fill(page, 'customer3', 'Waypost123');
  await arriveAt(page, /#\/customer\/home/);
  await page.context().close();
}, 240_000);

test('where the operator allows it, the code of a link can be changed', async () => {
  await configure({ invitation_code_update: 2 });
  const page = await open('/admin_register?code=nobody77');
  await page.getByText('This invitation is not valid any more.').waitFor();
  await shows(page.locator('input[name=code]'), { attribute: ['readonly', null] });
  await configure({ invitation_code_update: 1 });
  await page.context().close();
}, 240_000);

test('registration that is off shows the tip in place of the form, and no link leads to it', async () => {
  await configure({ allow_registration: 1, no_registration_tip: 'Write to the group first.' });
  const page = await open('/admin_register', { ...ENGLISH, theme: 'dark', size: PHONE });
  await page.getByText('Write to the group first.').waitFor();
  await shows(page.locator('form'), { count: 0 });
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('link', { name: 'Have an account? Log in' }).click();
  await page.locator('input[name=account]').waitFor();
  await settle(page);
  await shows(page.getByText('Register'), { count: 0 });
  await configure({ allow_registration: 2 });
  await page.context().close();
}, 240_000);

test('a setting is found where it is at home, its save is told and undone, and a stale undo says what changed since', async () => {
  await configure({ login_failure_limit: 5, login_failure_minute: 15 });
  const { page, faults: found } = await place.open(product.administrator);
  faults.push(found);
  await openScreen(page, product.origin, 'configuration');
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const maintenance = page.getByRole('heading', { name: 'Maintenance', exact: true });
  const isInSight = () =>
    maintenance.evaluate((heading) => heading.getBoundingClientRect().top < window.innerHeight);
  expect(await isInSight()).toBe(false);
  await sections.getByRole('button', { name: 'Maintenance', exact: true }).click();
  await until('the section is in sight', isInSight);
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('locked');
  await shows(sections, { count: 0 });
  const away = page.getByRole('listitem').filter({ hasText: 'How long it stays locked' });
  await away.getByRole('link', { name: 'Customer defaults' }).click();
  await arriveAt(page, /subscriber_config_default/);
  const limit = page.getByRole('spinbutton', { name: 'Failed logins until an account is locked' });
  await limit.fill('0');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('At least 1').waitFor();
  await page.getByText('Unsaved changes', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await shows(limit, { value: '5' });
  await shows(page.getByText('At least 1').or(page.getByText('Unsaved changes', { exact: true })), {
    count: 0,
  });
  await limit.fill('9');
  await page.getByRole('spinbutton', { name: 'How long it stays locked' }).fill('45');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Changed by admin').first().waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await configure({ login_failure_minute: 50 });
  await page.getByRole('tab', { name: 'History' }).click();
  const undo = async (text: string) => {
    await page.getByRole('row').filter({ hasText: text }).getByRole('button', { name: /Undo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  };
  await undo('5 times → 9 times');
  await page
    .getByRole('alert')
    .getByText('“How long it stays locked” is 50 minutes now, set by admin')
    .waitFor();
  await undo('45 minutes → 50 minutes');
  await page.getByRole('row').filter({ hasText: '50 minutes → 45 minutes' }).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await undo('5 times → 9 times');
  await until('it is as it was', async () => {
    const { content } = await admin.call<Record<string, number>>('configuration/inquire');
    return content.login_failure_limit === 5 && content.login_failure_minute === 15;
  });
  await page.context().close();
}, 240_000);

test('what operators put onto the home page is previewed, saved, and there for the next customer', async () => {
  const { page, faults: found } = await place.open(product.administrator);
  faults.push(found);
  await openScreen(page, product.origin, 'home_page_config');
  await page.getByRole('textbox', { name: 'Text' }).fill('The counter opens at nine.');
  await page.getByRole('button', { name: 'Add a link' }).click();
  const link = page.getByRole('group', { name: 'Link 1' });
  await link.getByRole('textbox', { name: 'Title' }).fill('Rules of the house');
  await link.getByRole('textbox', { name: 'Screen or address' }).fill('not a screen');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await link.getByText('Enter the name of a screen, such as qr_code_list').waitFor();
  await link.getByRole('textbox', { name: 'Screen or address' }).fill('message_list');
  await page.getByRole('region', { name: 'Notice' }).getByText('The counter opens at nine.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.context().close();

  const customer = await open('/admin_register');
  await fill(customer, 'homely.one', 'Waypost123');
  await arriveAt(customer, /#\/customer\/home/);
  await customer.getByText('The counter opens at nine.').waitFor();
  await customer.getByRole('link', { name: 'Rules of the house' }).click();
  await arriveAt(customer, /message_list/);
  await customer.context().close();
}, 240_000);

test('nothing went wrong that a person would not see', () => {
  expect(faults.flat().filter((fault) => !fault.includes('409') && !fault.includes('422'))).toEqual([]);
});
