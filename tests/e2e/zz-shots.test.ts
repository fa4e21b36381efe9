import { afterAll, beforeAll, test, setDefaultTimeout } from 'bun:test';
import { createAccount } from '/work/main/tests/accounts.ts';
import { signIn } from '/work/main/tests/api.ts';
import { openPlace, type Place } from '/work/main/tests/e2e/place.ts';
import { openScreen, settle } from '/work/main/tests/e2e/browser.ts';
setDefaultTimeout(300_000);
let place: Place;
beforeAll(async () => { place = await openPlace(); }, 240000);
afterAll(() => place?.close());
test('shots', async () => {
  const { product } = place;
  const customer = await createAccount(product, { account: 'carl.customer', role: 'customer' });
  const agent = await createAccount(product, { account: 'agnes.agent', role: 'agent' });
  const operator = await createAccount(product, { account: 'olga.operator', role: 'administrator' });
  const shots: [string, any, string, object][] = [
    ['root-home', product.administrator, 'home_admin', {}],
    ['root-codes', product.administrator, 'qr_code_list', {}],
    ['root-settings', product.administrator, 'configuration', {}],
    ['root-ops-dark', product.administrator, 'monitor', { theme: 'dark' }],
    ['op-home-zh', operator, 'home_admin', { locale: 'zh-CN' }],
    ['op-money', operator, 'order', {}],
    ['agent-home', agent, 'home', {}],
    ['cust-home', customer, 'home', {}],
    ['cust-codes-390', customer, 'qr_code_list', { size: { width: 390, height: 844 } }],
    ['cust-money-zh', customer, 'buy_vip_combo', { locale: 'zh-CN', theme: 'dark' }],
    ['root-domains-1024', product.administrator, 'domain_list', { size: { width: 1024, height: 768 } }],
  ];
  for (const [name, who, route, view] of shots) {
    const { page, context } = await place.open(who, view as any);
    await openScreen(page, product.origin, route);
    await settle(page);
    await page.screenshot({ path: `/tmp/shots/${name}.png` });
    if (name.includes('home')) console.log(name, await page.locator('nav[aria-label] li').allTextContents());
    await context.close();
  }
});
