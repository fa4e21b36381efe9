import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { LOCALES } from '@waypost/contract';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { inTurn, openScreen } from '../e2e/browser.ts';
import { lookByNight, looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { wordsOf } from '../e2e/words.ts';
import { startProduct } from '../product.ts';
import { until } from '../until.ts';

// Visit rules with something in them, for each role in a language of its own: by day at 1024 px and by night on a phone.
setDefaultTimeout(600_000);
const LIMIT = { timeout: 60_000 };
const SCREEN = 'shield_configuration';
const ROLES = ['administrator', 'agent', 'customer'] as const;

let place: Place;
const people = new Map<string, { account: string; password: string }>();
beforeAll(async () => {
  place = await openPlace(startProduct);
  const { product } = place;
  people.set('administrator', product.administrator);
  for (const role of ['agent', 'customer'] as const)
    people.set(role, await createAccount(product, { account: `rules.${role}`, role }));
  for (const role of ROLES) {
    const api = await signIn(product.origin, people.get(role) ?? product.administrator);
    await addRules(api, role === 'administrator');
    await refuseSome(api);
  }
}, 240_000);
afterAll(() => place?.close());

/** One rule of each kind; of an operator one for everybody's codes as well. */
async function addRules(api: Api, isOperator: boolean): Promise<void> {
  const add = (fields: object) => api.call('shield_configuration/add', fields);
  const rules = [
    { name: '仅限微信', kind: 'wechat', matches: 'others', state: 'off' },
    { name: 'By the picture', kind: 'scan', does: 'allow', position: 10 },
    {
      name: 'East Africa',
      kind: 'region',
      countries: ['KE', 'TZ', 'UG', 'RW'],
      places: ['江苏'],
      state: 'off',
    },
    {
      name: 'Tablets',
      kind: 'device',
      devices: ['tablet'],
      does: 'lead',
      target: 'https://elsewhere.example/',
    },
    { name: 'Networks', kind: 'isp', isps: ['移动', 'Safaricom'] },
    { name: 'Programs', kind: 'agent', patterns: ['curl*', 'python*requests'] },
    { name: 'Offices', kind: 'addresses', networks: ['203.0.113.0/24', '2001:db8::/32'] },
    { name: 'Too often', kind: 'rate', visits: 30, seconds: 60 },
    { name: 'At night', kind: 'hours', from: 1320, to: 359, weekdays: ['6', '7'] },
  ];
  for (const rule of rules) await add(rule);
  if (isOperator)
    await add({ name: 'For everybody', kind: 'agent', patterns: ['evil*bot'], applies_to: 'all' });
}

/** Visits that the rules refuse, and some that they let through, of a code whose log is open. */
async function refuseSome(api: Api): Promise<void> {
  const body = { name: 'Menu', targets: [{ url: 'https://menu.example/' }], jump_type: 6, open_log: 2 };
  const { id, short_code } = (await api.call<{ id: string; short_code: string }>('qr_code_list/add', body))
    .content;
  for (const agent of ['curl/8', 'somebody', 'curl/8', 'somebody else'])
    await fetch(`${place.product.origin}/${short_code}`, {
      redirect: 'manual',
      headers: { 'user-agent': agent },
    });
  await until('the visits are counted', async () => {
    const { content } = await api.call<{ view_number: number }>('qr_code_list/details', { id });
    return content.view_number === 2;
  });
}

/** Leaves the drawer that is open. */
async function drawerGone(page: Page, cancel: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: cancel, exact: true }).click(LIMIT);
  await page.getByRole('dialog').waitFor({ ...LIMIT, state: 'detached' });
}

for (const [turn, role] of ROLES.entries())
  for (const locale of inTurn(LOCALES, turn))
    test(`visit rules in ${locale} for ${role}`, async () => {
      const words = wordsOf(locale);
      const look = looking(`shield-rules-${locale}-${role}`);
      const who = people.get(role) ?? place.product.administrator;
      const { page, faults } = await place.open(who, { locale, size: { width: 1024, height: 768 } });
      await openScreen(page, place.product.origin, SCREEN);
      await page.getByRole('row').filter({ hasText: 'Programs' }).waitFor(LIMIT);
      await look(page, 'list-1024');
      await page.getByRole('button', { name: words('wechat-shield.rule.try.verb') }).click(LIMIT);
      await page.getByRole('button', { name: words('wechat-shield.rule.try.submit') }).click(LIMIT);
      await page.getByRole('listitem').filter({ hasText: 'Programs' }).first().waitFor(LIMIT);
      await look(page, 'dry-run');
      await drawerGone(page, words('action.cancel'));
      await page.getByText('Programs', { exact: true }).first().click(LIMIT);
      await page.getByText(words('wechat-shield.rule.refusals.title')).waitFor(LIMIT);
      await look(page, 'refusals');
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: words('wechat-shield.rule.create') })
        .first()
        .click(LIMIT);
      const drawer = page.getByRole('dialog');
      await drawer.waitFor(LIMIT);
      for (const kind of ['region', 'agent', 'rate', 'hours']) {
        await drawer
          .getByRole('combobox', { name: words('wechat-shield.rule.kind'), exact: true })
          .click(LIMIT);
        await page
          .getByRole('option', { name: words(`wechat-shield.rule.kind.${kind}`), exact: true })
          .click(LIMIT);
        await look(page, `form-${kind}`);
        // The browser takes no hour that there is not; the server refuses it by itself.
        if (kind === 'hours')
          expect(
            await drawer
              .locator('input[type=time]')
              .first()
              .evaluate((field) => {
                (field as unknown as { value: string }).value = '25:00';
                return (field as unknown as { value: string }).value;
              }),
          ).toBe('');
      }
      expect(faults).toEqual([]);
      await page.context().close();
      await lookByNight(place, { locale, look }, [[who, SCREEN, words(`menu.${SCREEN}`)]]);
    });
