import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { arriveAt, enterAs, openScreen } from '../../e2e/browser.ts';
import { pickRecipient } from '../../e2e/pick.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import type { Product } from '../../product.ts';

const NEW_PASSWORD = 'Another123';

let place: Place;
let product: Product;
let operator: Credentials;
let owner: Credentials;
let owning: Api;
let cardKey: string;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  operator = await createAccount(product, { account: 'forms.operator', role: 'administrator' });
  owner = await createAccount(product, { account: 'forms.owner', role: 'customer' });
  owning = await signIn(product.origin, owner);
  const targets = [{ url: 'https://example.com/' }];
  await owning.call('qr_code_list/add', { name: 'Form of a menu', targets });
  cardKey = (await owning.call<{ key: string }>('qr_code_access/issue_key')).content.key;
}, 180_000);
afterAll(() => place?.close());

/** A form as somebody meets it: where it is, what is asked, and what tells that it went out. */
interface Case {
  name: string;
  who?: () => Credentials;
  open(page: Page): Promise<void>;
  call: string;
  button: string;
  /** Labels of the fields that are missing at first, with what is said beside them. */
  missing: Record<string, string>;
  /** What is picked before anything is typed. */
  pick?(page: Page): Promise<void>;
  /** What is typed by label; it has to be there still after a failure. */
  typed(): Record<string, string>;
  isDone(page: Page): Promise<void>;
}

const FORMS: Case[] = [
  {
    name: 'a message to an account',
    who: () => operator,
    open: async (page) => {
      await openScreen(page, product.origin, 'message_list');
      await page.getByRole('button', { name: 'Send message' }).click();
    },
    call: 'message/send',
    button: 'Send',
    missing: {
      Account: 'This field is required.',
      Title: 'This field is required.',
      Text: 'This field is required.',
    },
    pick: (page) => pickRecipient(page, owner.account),
    typed: () => ({ Title: 'Hello', Text: 'See you' }),
    isDone: async (page) => {
      await page.getByText('Sent to 1 account.').waitFor();
      const { content } = await owning.call<{ content: { title: string }[] }>('message/inquire');
      expect(content.content.map(({ title }) => title)).toEqual(['Hello']);
    },
  },
  {
    name: 'the reason of a freeze',
    who: () => operator,
    open: async (page) => {
      await openScreen(page, product.origin, 'qr_code_list_admin');
      await page.getByRole('button', { name: 'Freeze: Form of a menu' }).click();
    },
    call: 'qr_code_list/freeze',
    button: 'Freeze',
    missing: { Reason: 'Say why, so that the owner knows what to mend.' },
    typed: () => ({ Reason: 'It asks for passwords' }),
    isDone: (page) => page.getByText('1 code frozen').waitFor(),
  },
  {
    name: 'a report of a link',
    open: async (page) => {
      await page.goto(`${product.origin}/#/report_abuse`);
    },
    call: 'abuse_report/add',
    button: 'Send report',
    missing: { 'Address of the link': 'Enter the address of the link.' },
    typed: () => ({
      'Address of the link': `${product.origin}/NoSuchCode`,
      'What happened': 'It asked for a password',
      'How can we reach you': 'me@example.com',
    }),
    // It is not one of ours: told at its field, and nothing of what was typed is lost.
    isDone: (page) => isSaidBeside(page, 'Address of the link', /./),
  },
  {
    name: 'a question for visitors',
    open: async (page) => {
      await page.goto(`${product.origin}/#/access_log`);
    },
    call: 'qr_code_access/public_enquiry',
    button: 'Query',
    missing: {
      'Account / look-up key': 'Enter account or look-up key',
      'IP list, one on each line': 'Enter the IP to query',
    },
    typed: () => ({ 'Account / look-up key': cardKey, 'IP list, one on each line': '8.8.8.8\n1.1.1.1' }),
    isDone: async (page) => {
      await page.getByText('No visits match').waitFor();
      // Whoever asks once asks again with a line more.
      await shows(field(page, 'IP list, one on each line'), { value: '8.8.8.8\n1.1.1.1' });
    },
  },
  {
    name: 'the own password',
    who: () => owner,
    open: (page) => openScreen(page, product.origin, 'update_password'),
    call: 'update_password/update',
    button: 'Change password',
    missing: { 'Old password': 'Enter old password', 'New password': 'Enter new password' },
    typed: () => ({
      'Old password': owner.password,
      'New password': NEW_PASSWORD,
      'New password again': NEW_PASSWORD,
    }),
    isDone: async (page) => {
      await arriveAt(page, /#\/customer\/(?!update_password)/);
      await signIn(product.origin, { account: owner.account, password: NEW_PASSWORD });
    },
  },
];

/** In a drawer it comes after those of the list behind. */
const field = (page: Page, label: string): Locator =>
  page.getByRole('textbox', { name: label, exact: true }).last();

/** What is said of a field stands beside it, and is told to whoever cannot see that. */
async function isSaidBeside(page: Page, label: string, text: string | RegExp): Promise<void> {
  const input = page.locator(`[aria-invalid=true][aria-label=${JSON.stringify(label)}]`);
  await input.waitFor();
  const id = (await input.getAttribute('aria-describedby')) ?? '';
  await page.locator(`[id="${id}"]`).filter({ hasText: text }).waitFor();
}

test.each(FORMS)(
  '$name: faults stand at their places, nothing typed is lost, and it goes out once',
  async ({ who, open, call, button: title, missing, pick, typed, isDone }) => {
    const { page } = await place.open();
    if (who) await enterAs(page, product.origin, who());
    await open(page);
    const button = page.getByRole('button', { name: title, exact: true });
    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/${call}`)) sent += 1;
    });

    await button.click();
    for (const [label, text] of Object.entries(missing)) await isSaidBeside(page, label, text);
    // Of a picker the box that is typed into stands within.
    const isOnFault = () => document.activeElement?.closest('[aria-invalid=true]') != null;
    await page.waitForFunction(isOnFault);
    expect(sent).toBe(0);
    // However long the form is: beside the button stands what is wrong, and a press leads there.
    const said = button.locator('..').getByRole('alert').getByRole('button');
    await said.filter({ hasText: Object.values(missing)[0] ?? '' }).waitFor();
    await button.focus();
    await said.click();
    await page.waitForFunction(isOnFault);
    expect(await axeViolations(page)).toEqual([]);

    await pick?.(page);
    for (const [label, text] of Object.entries(typed())) await field(page, label).fill(text);
    await page.route(`**/api/${call}`, (route) => route.abort());
    await button.click();
    await button.locator('..').getByRole('alert').waitFor();
    for (const [label, text] of Object.entries(typed())) await shows(field(page, label), { value: text });
    expect(await axeViolations(page)).toEqual([]);

    await page.unroute(`**/api/${call}`);
    const before = sent;
    await button.evaluate((element: HTMLButtonElement) => {
      element.click();
      element.click();
    });
    await isDone(page);
    expect(sent - before).toBe(1);
    await page.context().close();
  },
  120_000,
);

test('the new password has to differ from the old one and be typed twice, as the page says before anything is sent', async () => {
  const { page } = await place.open(operator);
  await openScreen(page, product.origin, 'update_password');
  const change = async (old: string, next: string, again: string) => {
    await field(page, 'Old password').fill(old);
    await field(page, 'New password').fill(next);
    await field(page, 'New password again').fill(again);
    await page.getByRole('button', { name: 'Change password', exact: true }).click();
  };
  await change('x', operator.account, 'x');
  await isSaidBeside(page, 'New password', 'The password cannot be the same as the account.');
  await change(NEW_PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
  await isSaidBeside(page, 'New password', 'The new password must differ from the old one.');
  await change('x', NEW_PASSWORD, 'Other123');
  await isSaidBeside(page, 'New password again', 'Two passwords inconsistent');
  // The old one is what it is: rules for new ones do not hold for it, the server looks at it.
  await change('x', NEW_PASSWORD, NEW_PASSWORD);
  await isSaidBeside(page, 'Old password', 'The old password is wrong.');
  await page.context().close();
}, 120_000);

test('a message asks for a role or nobody in particular as the kind of recipient says', async () => {
  const { page } = await place.open(operator);
  await openScreen(page, product.origin, 'message_list');
  await page.getByRole('button', { name: 'Send message' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('A role', { exact: true }).click();
  const role = form.getByRole('combobox', { name: 'Role', exact: true });
  await role.click();
  await page.getByRole('option', { name: 'Customer', exact: true }).click();
  await role.filter({ hasText: 'Customer' }).waitFor();
  await shows(field(page, 'Account'), { count: 0 });
  await form.getByText('Everyone', { exact: true }).click();
  await role.waitFor({ state: 'detached' });
  await page.context().close();
}, 120_000);
