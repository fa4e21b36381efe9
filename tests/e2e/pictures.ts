import { join } from 'node:path';
import type { Page as PageOf } from '@waypost/contract';
import { PLAIN_DESIGN } from '../../plugins/qr/codes/design/values.ts';
import type { Statistics } from '../../plugins/qr/statistics/calls.ts';
import { seal, signIn } from '../api.ts';
import { startProduct } from '../product.ts';
import { openBrowser, openContext, openScreen, settle, signInOn, until } from './browser.ts';
import { writePastVisits } from './past-visits.ts';
import { SHARED } from './sample-data.ts';
import { DESKTOP_CHROME, visitAs, WECHAT_PHONE } from './visitors.ts';

/** The pictures of README.md and docs/: `bun tests/e2e/pictures.ts` takes them anew into docs/pictures. */
const folder = join(import.meta.dir, '../../docs/pictures');
const VISITS = 9_000;
const CODES = [
  { name: 'Table card, terrace', url: 'https://example.com/menu/summer' },
  { name: 'Spring poster, underground', url: 'https://shop.example.org/spring', file_name: SHARED.name },
  { name: 'Kadi ya biashara', url: 'https://contact.example.net/asha' },
  { name: '春季新品海报', url: 'https://shop.example.org/new' },
  { name: 'Parcel note', url: 'https://parcel.example.com' },
];
const DESIGN = {
  ...PLAIN_DESIGN,
  foreground: '#1a3a8f',
  finder: '#7a1f5c',
  module_shape: 'rounded',
  finder_shape: 'rounded',
};
const LIVE = ['36.152.45.5', '113.87.1.26', '41.90.64.10', '1.202.3.27', '8.8.8.8', '223.104.63.11'];

const ZONE = { name: 'Asia/Shanghai', offset: 8 * 60 * 60 * 1000 };

// As an installation that is set up: codes lead to an address of the internet, and nothing is left to do first.
const PUBLIC_URL = 'https://go.example.com';
const product = await startProduct({ env: { TIME_ZONE: ZONE.name, PUBLIC_URL } });
const browser = await openBrowser();
try {
  const api = await signIn(product.origin, product.administrator);
  await api.call('home_admin/hide_step', { name: 'backup', said: 'none' });
  const made: { id: string; qr_url: string }[] = [];
  for (const { name, url, file_name } of CODES) {
    const share_password = file_name
      ? await seal(api, SHARED.password, 'qr_code_list', 'add', 'share_password')
      : undefined;
    const shared = file_name ? { file_name, share_password } : {};
    const body = { name, targets: [{ url }], ...shared };
    made.push((await api.call<{ id: string; qr_url: string }>('qr_code_list/add', body)).content);
  }
  const codes = await api.call<PageOf<{ id: string; owner: string }>>('qr_code_list/inquire');
  writePastVisits({
    dataDir: product.dataDir,
    zone: ZONE,
    now: Date.now(),
    days: 60,
    visits: VISITS,
    codes: codes.content.content,
  });
  await until('all visits are counted', async () => {
    const { content } = await api.call<Statistics>('historical_statistics/inquire');
    return content.totals.view_number === VISITS;
  });
  const context = await openContext(browser, {
    locale: 'en-US',
    theme: 'light',
    size: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  const keep = async (name: string) => {
    // Away from charts, which tell what is under the pointer.
    await page.mouse.move(0, 0);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  };
  await page.goto('about:blank');
  await page.goto(`${product.origin}/#/share_access?name=${SHARED.name}&password=${SHARED.password}`);
  await settle(page);
  await keep('shared');
  await page.goto('about:blank');
  await signInOn(page, product.origin, product.administrator);
  for (const [screen, name] of [
    ['home_admin', 'overview'],
    ['today_statistics', 'today-statistics'],
    ['daily_statistics', 'statistics'],
  ] as const) {
    await openScreen(page, product.origin, screen);
    await keep(name);
  }
  await openScreen(page, product.origin, 'access_real_time_statistics');
  for (const [index, address] of LIVE.entries()) {
    const visitor = index % 3 === 1 ? DESKTOP_CHROME : WECHAT_PHONE;
    await visitAs(
      { ...visitor, address },
      (made[index % made.length]?.qr_url ?? '').replace(PUBLIC_URL, product.origin),
    );
    await page.waitForTimeout(400);
  }
  await page
    .getByText(LIVE.at(-1) ?? '')
    .first()
    .waitFor();
  await keep('live-visits');
  const first = made[0]?.id ?? '';
  // Looking at the content fails where the call was refused.
  void (await api.call('qr_code_list/update', { id: first, version: 1, design: DESIGN })).content;
  await openScreen(page, product.origin, `set_qr_code?id=${first}&tab=design`);
  await keep('design');
} finally {
  await browser.close();
  await product.stop();
}
