import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { openScreen, settle, until } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { type Hand, handOn } from '../e2e/walk/hand.ts';
import { menuOf, screensOf } from '../e2e/walk/menu-screens.ts';
import { sayNothingOfPace } from '../monitor-desk.ts';
import { type Product, startProduct } from '../product.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { chooseOwnPassword } from '../security/people.ts';

// Twenty tasks of an operator's week, each from Home and by what is written on the screen alone; what came of it is looked at
// where the person concerned would see it.

setDefaultTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), 'waypost-week-'));
const TARGETS = [{ url: 'https://example.com/first' }];

let place: Place;
let product: Product;
let hand: Hand;
let faults: string[];
const api: Record<string, Api> = {};
const codes: Record<string, { id: string; short_code: string }> = {};
const table: { task: string; presses: number; fields: number }[] = [];

const visit = (code: string) =>
  fetch(`${product.origin}/${codes[code]?.short_code}`, { redirect: 'manual' }).then(({ status }) => status);
const apiFor = (name: string): Api => {
  const found = api[name];
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found;
};
const PEOPLE = ['abby.abuse', 'lost.luca', 'cora.code', 'mona.moved', 'kito.key', 'fred.factor'] as const;

beforeAll(async () => {
  place = await openPlace(startProduct);
  ({ product } = place);
  await sayNothingOfPace(await signIn(product.origin, product.administrator));
  for (const account of PEOPLE)
    api[account] = await signIn(product.origin, await createAccount(product, { account, role: 'customer' }));
  api['gil.agent'] = await signIn(
    product.origin,
    await createAccount(product, { account: 'gil.agent', role: 'agent' }),
  );
  for (const owner of ['abby.abuse', 'cora.code', 'mona.moved'])
    codes[owner] = (
      await apiFor(owner).call<{ id: string; short_code: string }>('qr_code_list/add', {
        name: `Door of ${owner}`,
        targets: TARGETS,
      })
    ).content;
  const opened = await place.open(product.administrator);
  ({ faults } = opened);
  await settle(opened.page);
  hand = handOn(opened.page);
}, 240_000);
afterAll(async () => {
  console.table(table);
  await place?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** A task from Home: what is pressed counts, the way back does not. */
function task(name: string, work: () => Promise<void>): void {
  test(name, async () => {
    await openScreen(hand.page, product.origin, 'home_admin');
    hand.presses = 0;
    hand.fields = 0;
    try {
      await work();
    } catch (error) {
      await hand.page.screenshot({ path: join(tmpdir(), `week-${name.replace(/\W+/g, '-')}.png`) });
      const shown = (await hand.page.locator('body').textContent())?.slice(0, 3_000);
      throw new Error(`${name}: a dead end after ${hand.presses} presses\n${shown}`, { cause: error });
    }
    table.push({ task: name, presses: hand.presses, fields: hand.fields });
  });
}

/** The page of somebody in a browser of their own. */
async function at(account: string, route: string): Promise<Page> {
  const { page } = await place.open({ account, password: 'Customer123' });
  await openScreen(page, product.origin, route);
  return page;
}
const findCustomer = async (account: string) => {
  await hand.press('Customers');
  await hand.type('Account, name or phone', account);
  await hand.press(account);
};
const more = async (account: string, verb: string) => {
  await hand.press(`More actions: ${account}`);
  await hand.press(verb);
};
const findCode = async (name: string) => {
  await hand.press('Codes');
  await hand.press('All QR codes');
  await hand.type(/^Search|Name|name/, name);
};

task('stop an abuser', async () => {
  await findCustomer('abby.abuse');
  await more('abby.abuse', 'Disable');
  await hand.press(/Freeze them/);
  await hand.press('Disable');
  await hand.read('Disabled');
  expect((await apiFor('abby.abuse').call('administrator/profile')).status).toBe(401);
  expect(await visit('abby.abuse')).toBe(451);
});

task('give back a lost account', async () => {
  await findCustomer('lost.luca');
  await more('lost.luca', 'Link to a new password');
  const address = (await hand.page.locator('[title*="set_password"]').getAttribute('title')) ?? '';
  const { page: guest } = await place.open();
  await guest.goto(address);
  await guest.getByLabel('New password', { exact: true }).fill('Found12345');
  await guest.getByLabel('New password again').fill('Found12345');
  await guest.getByRole('button', { name: 'Set password' }).click();
  await guest.getByText('The new password holds').waitFor();
  expect((await signIn(product.origin, { account: 'lost.luca', password: 'Found12345' })).token).toBeTruthy();
});

task('find who changed a target', async () => {
  const id = codes['cora.code']?.id;
  await apiFor('cora.code').call('qr_code_list/update_url', {
    id,
    targets: [{ url: 'https://example.com/second' }],
  });
  await findCode('Door of cora');
  await hand.press('Door of cora.code');
  await hand.press('History');
  await hand.read('cora.code');
  await hand.read(/example\.com\/second/);
});

task('make a role for support staff', async () => {
  await hand.press('Customers');
  await hand.press('Roles');
  await hand.press('New role');
  await hand.type('Name', 'Support staff');
  await hand.press('Create');
  for (const screen of ['Reported links', 'Customers']) {
    await hand.type('Search screens, buttons, rights', screen);
    // Not "Customers' orders" nor "Customers and earnings", which stand above.
    await hand.tick(new RegExp(`^${screen}(?!['’]| and )`));
  }
  await hand.press('Save rights');
  await hand.press('Administrators');
  await hand.press('New administrator');
  await hand.type('Account', 'sam.support');
  await hand.type(/^Password/, 'Support123');
  await hand.choose('Role', 'Support staff');
  await hand.press('Create');
  await hand.read('sam.support');
  const sam = await chooseOwnPassword(product.origin, 'sam.support', 'Support123', 'Sam123456');
  const routes = screensOf(await menuOf(sam)).map(({ route }) => route);
  expect(routes).toEqual(expect.arrayContaining(['abuse_desk', 'user_list']));
  expect(routes).not.toContain('configuration');
});

task('see why a customer cannot open a screen', async () => {
  await findCustomer('cora.code');
  await hand.press('Permissions');
  await hand.choose('Screen or button', 'Blocked addresses');
  await hand.read('Cannot use it');
  await hand.read(/The role Customer does not have it/);
});

task('block an address', async () => {
  await hand.press('Shield');
  await hand.press('Blocked');
  await hand.press('Block an address');
  await hand.type('IP address', '203.0.113.50');
  await hand.type('Reason', 'Tries passwords');
  await hand.press('Create');
  await hand.read('203.0.113.50');
  await until('the address is refused', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.50' };
    return (await fetch(`${product.origin}/${codes['cora.code']?.short_code}`, { headers })).status === 403;
  });
});

task('make an agent', async () => {
  await findCustomer('cora.code');
  await more('cora.code', 'Make an agent');
  await hand.press('Make an agent');
  await hand.read('Agent');
  const page = await at('cora.code', 'user_list');
  await page.getByRole('heading', { level: 1, name: /^Customers/ }).waitFor();
  await page.context().close();
});

task('move a customer to another agent', async () => {
  await findCustomer('mona.moved');
  await more('mona.moved', 'Change referrer');
  await hand.choose(/Referred by/, 'gil.agent');
  await hand.press('Change referrer');
  await hand.read('gil.agent');
  const page = await at('gil.agent', 'user_list');
  await page.getByRole('link', { name: 'mona.moved' }).waitFor();
  await page.context().close();
});

task('correct a balance with a reason', async () => {
  await findCustomer('mona.moved');
  await hand.press('Money');
  await hand.press('Change balance');
  await hand.type('Amount', '12.5');
  await hand.type('Reason', 'Paid in cash');
  await hand.press('Change balance');
  await hand.read('Paid in cash');
  await hand.read('+12.50');
});

task('set the registration limits', async () => {
  await hand.press('Settings');
  await hand.press('Customer defaults');
  await hand.press('Allow registration');
  await hand.type('Message when registration is closed', 'Write to us first.');
  await hand.press('Save');
  await hand.read('Saved.');
  const { page: guest } = await place.open();
  await guest.goto(`${product.origin}/#/admin_register`);
  await guest.getByText('Write to us first.').waitFor();
  await guest.context().close();
});

task('undo a setting', async () => {
  await hand.press('Settings');
  await hand.press('Customer defaults');
  await hand.press('History');
  await hand.press(/^Undo/);
  await hand.press('Undo');
  await until('registration is open again', async () => {
    const { content } = await apiOf(product.origin).call<{ allow_registration: number }>(
      'website_info/inquire',
    );
    return content.allow_registration === 2;
  });
});

task('answer a report', async () => {
  const { content } = await apiOf(product.origin).call<{ report: string }>('abuse_report/add', {
    address: `${product.origin}/${codes['cora.code']?.short_code}`,
    reason: 'phishing',
    text: 'It asks for my card',
  });
  await openScreen(hand.page, product.origin, 'home_admin');
  await hand.press('Shield');
  await hand.press('Reported links');
  await hand.press(/^Door of cora\.code/);
  await hand.press('Answer');
  await hand.type('For the reporter', 'We have asked the owner.');
  await hand.press('Send');
  await hand.read('Answer sent');
  const { page: guest } = await place.open();
  await guest.goto(`${product.origin}/#/report_abuse?report=${content.report}`);
  await guest.getByText('We have asked the owner.').waitFor();
  await guest.context().close();
});

task('send a message to all', async () => {
  await hand.press('My account');
  await hand.press('Messages');
  await hand.press('Send message');
  await hand.press('Everyone');
  await hand.type('Title', 'Closed on Sunday');
  await hand.type('Text', 'We move to a larger machine.');
  await hand.press(/^Send to \d+ accounts?$/);
  await hand.press('Send');
  await hand.read('Sent to');
  const page = await at('kito.key', 'message_list');
  await page.getByText('Closed on Sunday').first().waitFor();
  await page.context().close();
});

task('look whether the audit chain holds', async () => {
  await hand.press('Settings');
  await hand.press('Logs');
  await hand.press('Integrity');
  await hand.press('Verify now');
  await hand.read(/Whole up to entry \d/);
});

task('make a backup and try it', async () => {
  await hand.press('Settings');
  await hand.press('Operations');
  await hand.press('Backups');
  await hand.type('Folder', join(folder, 'kept'));
  await hand.press('Save');
  await hand.press('Back up now');
  await hand.read('Done');
  await hand.press(/^Try to restore it/);
  await hand.read('Can be restored');
});

task('reset a second factor', async () => {
  await giveSecondFactor(apiFor('fred.factor'), 'Customer123');
  await findCustomer('fred.factor');
  await hand.press('Sessions and keys');
  await hand.press('Take second factor away');
  await hand.type('Reason', 'Lost the telephone');
  await hand.press('Take second factor away');
  await hand.read('The person logs in with the password alone.');
  const account = { account: 'fred.factor', password: 'Customer123' };
  expect((await signIn(product.origin, account)).token).toBeTruthy();
});

task('act as a customer to see what they see', async () => {
  await findCustomer('mona.moved');
  await hand.press('Act as');
  await hand.press('Act as');
  await hand.read('You act as mona.moved');
  await hand.press('Codes');
  await hand.read('Door of mona.moved');
  await hand.press('Back to my account');
  await hand.read('mona.moved');
});

task('revoke a key', async () => {
  const { key } = (
    await apiFor('kito.key').call<{ key: string }>('api_key/add', { name: 'Till', scopes: null })
  ).content;
  expect((await apiOf(product.origin, key).call('qr_code_list/user_inquire')).status).toBe(200);
  await findCustomer('kito.key');
  await hand.press('Sessions and keys');
  await hand.press('Revoke this key: Till');
  await hand.read('Ended');
  expect((await apiOf(product.origin, key).call('qr_code_list/user_inquire')).status).toBe(401);
});

task('freeze a code', async () => {
  await findCode('Door of mona');
  await hand.press('Freeze: Door of mona.moved');
  await hand.type('Reason', 'Asks for bank cards');
  await hand.press('Freeze');
  await hand.read('Frozen');
  expect(await visit('mona.moved')).toBe(451);
  const page = await at('mona.moved', `set_qr_code?id=${codes['mona.moved']?.id}`);
  await page.getByText('Asks for bank cards').first().waitFor();
  await page.context().close();
});

task('put a notice on the home page', async () => {
  await hand.press('Content');
  await hand.press('Home page');
  await hand.type('Text', 'The counter opens at nine.');
  await hand.press('Save');
  await hand.read('Saved.');
  const page = await at('kito.key', 'home');
  await page.getByText('The counter opens at nine.').first().waitFor();
  await page.context().close();
});

test('all twenty were done, none in more presses than a person bears, and without a fault that they would not see', () => {
  expect(table).toHaveLength(20);
  expect(table.filter(({ presses }) => presses > 12)).toEqual([]);
  expect(faults).toEqual([]);
});
