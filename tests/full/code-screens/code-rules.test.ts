import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { arriveAt, openScreen, until } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { DESKTOP_CHROME, visitAs, WECHAT_PHONE } from '../../e2e/visitors.ts';

const CODE_PAGE = /set_qr_code\?id=([0-9a-f]{24})/;

setDefaultTimeout(180_000);

let place: Place;

beforeAll(async () => {
  place = await openPlace();
}, 180_000);
afterAll(() => place?.close());

test('an owner sends phones elsewhere and closes a code to a city, by choosing words; both kinds of visitors obey', async () => {
  const { product } = place;
  const owner = await createAccount(product, { account: 'rules.owner', role: 'customer' });
  const api = await signIn(product.origin, owner);
  const { page, faults } = await place.open(owner);
  await openScreen(page, product.origin, 'set_qr_code');
  await page.getByRole('textbox', { name: 'Address' }).fill('example.com/usual');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By device');
  await page.getByRole('button', { name: 'More options', exact: true }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const rule = page.getByRole('group', { name: 'Rule 1' });
  await rule.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Device', exact: true }).click();
  await rule.getByText('Phone', { exact: true }).click();
  await rule.getByLabel('Where to').fill('https://example.com/app');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await arriveAt(page, CODE_PAGE);
  const id = CODE_PAGE.exec(page.url())?.[1];
  const { content: code } = await api.call<{ short_url: string; version: number }>('qr_code_list/details', {
    id,
  });
  const leadsTo = async (visitor: typeof WECHAT_PHONE) => {
    const answer = await visitAs(visitor, code.short_url);
    return answer.status === 200
      ? (/id="target" href="([^"]*)"/.exec(await answer.text())?.[1] ?? '')
      : answer.status;
  };
  expect([await leadsTo(WECHAT_PHONE), await leadsTo(DESKTOP_CHROME)]).toEqual([
    'https://example.com/app',
    'https://example.com/usual',
  ]);

  // The phone of these tests is in Shenzhen: whoever is led by the first rule is not asked for the second.
  await openScreen(page, product.origin, `set_qr_code?id=${id}&tab=targets`);
  await page.getByRole('button', { name: 'Add rule' }).click();
  const second = page.getByRole('group', { name: 'Rule 2' });
  await second.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Province or city in China', exact: true }).click();
  await second.getByRole('combobox', { name: 'Provinces and cities' }).click();
  await page.keyboard.type('shenz');
  await page.getByRole('option', { name: 'Shenzhen', exact: true }).click();
  await page.keyboard.press('Escape');
  await second.getByText('Refused', { exact: true }).click();
  await page.getByRole('button', { name: 'Move up: Rule 2' }).click();
  expect(await axeViolations(page)).toEqual([]);
  const [saved] = await Promise.all([
    page.waitForResponse('**/api/qr_code_list/update'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(saved.status()).toBe(200);
  expect([await leadsTo(WECHAT_PHONE), await leadsTo(DESKTOP_CHROME)]).toEqual([
    403,
    'https://example.com/usual',
  ]);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Province or city in China: Shenzhen → Refused').waitFor();
  await until('what was answered is counted, and what was refused is not', async () => {
    const { content } = await api.call<{ view_number: number }>('qr_code_list/details', { id });
    return content.view_number === 3;
  });
  expect(faults).toEqual([]);
});

test('hours and dates are filled in as clocks and calendars have them, and come back so', async () => {
  const { product } = place;
  const owner = await createAccount(product, { account: 'rules.hours', role: 'customer' });
  const api = await signIn(product.origin, owner);
  const { content: code } = await api.call<{ id: string }>('qr_code_list/add', {
    name: 'By the hour',
    targets: [{ url: 'https://example.com/' }],
  });
  const { page, faults } = await place.open(owner);
  const edit = () => openScreen(page, product.origin, `set_qr_code?id=${code.id}&tab=targets`);
  const group = (number: number) => page.getByRole('group', { name: `Rule ${number}` });
  const addRule = async (number: number, kind: string) => {
    await page.getByRole('button', { name: 'Add rule' }).click();
    const kinds = group(number).getByRole('combobox', { name: 'Kind' });
    await kinds.click();
    // In its own list: that of the rule before may still be on its way out.
    const list = page.locator(`#${await kinds.getAttribute('aria-controls')}`);
    await list.getByRole('option', { name: kind, exact: true }).click();
    await group(number).getByText('Refused', { exact: true }).click();
  };
  await edit();
  await addRule(1, 'Time of day');
  await group(1).getByLabel('From', { exact: true }).fill('22:30');
  await group(1).getByLabel('Until', { exact: true }).fill('06:00');
  await addRule(2, 'Dates');
  for (const [label, day] of [
    ['First day', '2027-01-01'],
    ['Last day', '2027-01-31'],
  ] as const) {
    await group(2).getByRole('textbox', { name: label }).fill(day);
    await page.keyboard.press('Enter');
  }
  expect(await axeViolations(page)).toEqual([]);
  await Promise.all([
    page.waitForResponse('**/api/qr_code_list/update'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  const { content } = await api.call<{ visit_rules: { parameters: unknown }[] }>('qr_code_list/details', {
    id: code.id,
  });
  expect(content.visit_rules.map(({ parameters }) => parameters)).toEqual([
    { from: 1350, to: 360 },
    { from: 20270101, to: 20270131 },
  ]);
  await edit();
  await until(
    'the hours are shown as they were typed',
    async () => (await group(1).getByLabel('From', { exact: true }).inputValue()) === '22:30',
  );
  await shows(group(2).getByRole('textbox', { name: 'Last day' }), { value: '2027-01-31' });
  expect(faults).toEqual([]);
});

test('a code is set to expire after one visit and to hand parameters on: the first has them, the second is led to the end', async () => {
  const { product } = place;
  const owner = await createAccount(product, { account: 'rules.expiry', role: 'customer' });
  const api = await signIn(product.origin, owner);
  const { content: code } = await api.call<{ id: string; short_url: string }>('qr_code_list/add', {
    name: 'One only',
    jump_type: 6,
    targets: [{ url: 'https://example.com/' }],
  });
  const { page, faults } = await place.open(owner);
  await openScreen(page, product.origin, `set_qr_code?id=${code.id}&tab=targets`);
  await page.getByLabel('Expires after').fill('1');
  await page.getByLabel('When expired, lead to').fill('example.com/over');
  await page.getByRole('switch', { name: 'Pass query parameters on' }).click();
  const [saved] = await Promise.all([
    page.waitForResponse('**/api/qr_code_list/update'),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  expect(saved.status()).toBe(200);
  const went = [
    await visitAs(DESKTOP_CHROME, `${code.short_url}?gclid=7`),
    await visitAs(WECHAT_PHONE, code.short_url),
  ];
  expect(went.map(({ headers }) => headers.get('location'))).toEqual([
    'https://example.com/?gclid=7',
    'https://example.com/over',
  ]);
  await until('what came after the end is counted', async () => {
    const { content } = await api.call<{ expired_view_number: number }>('qr_code_list/details', {
      id: code.id,
    });
    return content.expired_view_number === 1;
  });
  await openScreen(page, product.origin, `set_qr_code?id=${code.id}`);
  await page.reload();
  await page.getByText('1 visit after expiry was led').waitFor();
  await page.getByText('Expired', { exact: true }).first().waitFor();
  expect(faults).toEqual([]);
});
