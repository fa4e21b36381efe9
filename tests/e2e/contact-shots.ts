import { apiOf, signIn } from '../api.ts';
import { writeTo } from '../messages.ts';
import { accountMenu, answering, chord, inMenu, of, press, type Shot, submit } from './contact-acts.ts';
import { linkShots, providerShots, visitShots } from './contact-link-shots.ts';
import { deskShots, orderShots, targetShots } from './contact-order-shots.ts';
import { peopleShots } from './contact-people-shots.ts';
import { SHARED } from './sample-data.ts';
import type { SheetData } from './sheet-data.ts';

const stranger = of('stranger');
const customer = of('customer');
const agent = of('agent');
const operator = of('super');

const STATISTICS = [
  'today_statistics',
  'access_real_time_statistics',
  'visitor',
  'daily_statistics',
  'hourly_statistics',
  'visit_hour_statistics',
  'historical_statistics',
  'pc_historical_statistics',
];

/** Before anything was made, and without a public address. */
export function shotsOfEmptyProduct(): readonly Shot[] {
  return [
    operator('home_admin'),
    customer('home'),
    customer('new', 'set_qr_code', {
      act: async ({ page, words }) => {
        await page.locator('form input').first().fill('example.com/menu');
        await page.getByRole('button', { name: words('action.create'), exact: true }).click();
        await page.waitForURL(/id=/);
      },
    }),
    agent('home'),
    ...STATISTICS.map((route) => agent(route)),
    agent('qr_code_list'),
    agent('short_qr_code_list'),
    operator('url_key_platform'),
    agent('bin', 'qr_code_remove'),
    agent('recover'),
    agent('group'),
    agent('short_code'),
    agent('stealing_list'),
    agent('visit_block'),
    agent('async_operations'),
    agent('message_list'),
    agent('inbox', 'home', { isWhole: false, act: press('inbox.title') }),
    operator('qr_code_list_admin'),
    operator('abuse_desk'),
    operator('qr_code_list-own', 'qr_code_list'),
    operator('archives', 'plugins?view=archives'),
    operator('ip_black'),
    operator('user_list'),
    operator('backups'),
    operator('home_page_config-versions', 'home_page_config?tab=versions'),
    operator('configuration'),
  ];
}

const code = (id: string, more = '') => `set_qr_code?id=${id}${more}`;

/** With codes, visits, people and messages. */
export function shotsOfFullProduct(data: SheetData): readonly Shot[] {
  return [
    ...strangersShots(data),
    ...ownersShots(data),
    ...codeShots(data),
    ...linkShots(),
    ...visitShots(data),
    ...operatorsShots(data),
    ...platformShots(data),
    ...providerShots(data),
    ...peopleShots(),
    ...orderShots(data),
    ...targetShots(data),
    ...deskShots(),
    // The last of them ends the session.
    ...accountShots(data),
  ];
}

/** What is shown to whoever has no account. */
function strangersShots(data: SheetData): Shot[] {
  const { codes } = data;
  return [
    stranger('login', 'admin_login'),
    stranger('login-empty', 'admin_login', { act: submit }),
    stranger('login-wrong', 'admin_login', {
      act: async ({ page }) => {
        await page.locator('form input').nth(0).fill('nobody.here');
        await page.locator('form input').nth(1).fill('Wrong12345');
        await page.locator('form button[type=submit]').click();
        await page.getByRole('alert').first().waitFor();
      },
    }),
    stranger('register', 'admin_register'),
    stranger('register-empty', 'admin_register', { act: submit }),
    stranger('register-invited', 'admin_register?code=NOSUCH123'),
    stranger('maintain'),
    stranger('not-found', 'nowhere'),
    stranger('not-signed-in', 'customer/home'),
    stranger('share', 'share_access'),
    stranger('share-wrong', 'share_access?name=nothing&password=wrong1234'),
    stranger('share-shared', `share_access?name=${SHARED.name}&password=${SHARED.password}`),
    stranger('access_log'),
    stranger('access_log-found', 'access_log', {
      act: async ({ page, words }) => {
        await page.locator('form input').first().fill(data.cardKey);
        await page.locator('form textarea').fill('223.104.63.11\n8.8.8.8\n41.90.64.10');
        await page.getByRole('button', { name: words('qr.enquiry.ask'), exact: true }).click();
        await page.locator('main table, main [role=list], main ul li').first().waitFor();
      },
    }),
    stranger('access_log-faults', 'access_log', { act: press('qr.enquiry.ask') }),
    stranger('report', 'report_abuse'),
    stranger('report-empty', 'report_abuse', { act: press('qr.report.send') }),
    stranger('report-follow', `report_abuse?report=${data.follow}`),
    stranger('visit-paused', `/${codes.paused.short_code}`),
    stranger('visit-frozen', `/${codes.frozen.short_code}`),
    stranger('visit-nothing', '/Zz9Zz9Z'),
    stranger('visit-expired', `/${codes.expired.short_code}`),
    stranger('visit-scan-only', `/${codes.scanned.short_code}`),
    stranger('visit-wechat-only', `/${codes.weChat.short_code}`),
    stranger('visit-contact', `/${data.contact.short_code}`),
  ];
}

/** What owners of codes have before them each day. */
function ownersShots(data: SheetData): Shot[] {
  const { codes } = data;
  return [
    customer('home'),
    ...STATISTICS.map((route) => customer(route)),
    customer('visitor-view', `visitor?drawer=view:${data.visitor}`, { isWhole: false }),
    customer('visitor-no-match', 'visitor?search=zzzz'),
    customer('daily-code', `daily_statistics?link=${codes.first.id}&range=7_days`),
    customer('daily-more', 'daily_statistics', {
      isWhole: false,
      act: ({ page, words }) =>
        page
          .getByRole('button', { name: new RegExp(words('qr.statistics.show_all', { count: '.+' })) })
          .first()
          .click(),
    }),
    customer('daily-table', 'daily_statistics?view=table'),
    customer('daily-failed', 'daily_statistics', {
      act: answering(/daily_statistics\/(user_)?inquire$/, 500),
    }),
    customer('qr_code_list'),
    customer('qr_code_list-selected', 'qr_code_list', {
      act: ({ page }) => page.getByRole('checkbox').nth(1).check({ force: true }),
    }),
    customer('qr_code_list-no-match', 'qr_code_list?search=zzzz'),
    customer('qr_code_list-filters', 'qr_code_list', {
      isWhole: false,
      act: ({ page, words }) => page.getByRole('button', { name: words('list.more_filters') }).click(),
    }),
    customer('qr_code_list-failed', 'qr_code_list', {
      act: answering(/qr_code_list\/(user_)?inquire$/, 500),
    }),
    customer('qr_code_list-broken', 'qr_code_list', {
      act: async ({ page }) => {
        await page.route('**/plugins/qr/**', (route) => route.abort());
        await page.reload();
        await page.locator('main').waitFor();
        await page.waitForTimeout(1500);
      },
    }),
    customer('bin', 'qr_code_remove'),
    customer('card-key', 'qr_code_list', { isWhole: false, act: press('qr.card_key.title') }),
  ];
}

/** A code from its making on. */
function codeShots(data: SheetData): Shot[] {
  const { codes } = data;
  return [
    customer('new', 'set_qr_code'),
    customer('new-more', 'set_qr_code', { act: press('form.more') }),
    customer('new-faults', 'set_qr_code', { act: press('action.create') }),
    customer('code-statistics', code(codes.first.id)),
    customer('code-ready', code(codes.first.id, '&saved=1')),
    ...['visits', 'targets', 'design', 'access', 'history'].map((tab) =>
      customer(`code-${tab}`, code(codes.first.id, `&tab=${tab}`)),
    ),
    customer('code-rules', code(codes.ruled.id, '&tab=targets')),
    customer('code-faults', code(codes.first.id, '&tab=targets'), {
      act: async ({ page, words }) => {
        await page
          .getByRole('textbox', { name: words('qr.set.target.url') })
          .first()
          .fill('http://');
        await page.getByRole('button', { name: words('action.save'), exact: true }).click();
      },
    }),
    customer('code-shared', code(codes.other.id, '&tab=access')),
    customer('code-sharing', code(codes.ruled.id, '&tab=access'), {
      act: async ({ page, words }) => {
        const start = page.getByRole('button', { name: words('qr.sharing.start'), exact: true });
        const replace = page.getByRole('button', { name: words('qr.sharing.replace'), exact: true });
        await start.or(replace).first().waitFor();
        if (await start.isVisible()) await start.click();
        await replace.waitFor();
      },
    }),
    customer('code-download', code(codes.first.id), { isWhole: false, act: press('qr.page.download') }),
    customer('code-delete', code(codes.first.id), { isWhole: false, act: inMenu('action.delete') }),
    customer('code-frozen', code(codes.frozen.id)),
    customer('code-nothing', code('f'.repeat(24))),
  ];
}

/** The own account, what comes by itself, and an agent. */
function accountShots(data: SheetData): Shot[] {
  return [
    customer('async_operations'),
    customer('message_list'),
    customer('message-view', `message_list?drawer=view:${data.message}`, { isWhole: false }),
    customer('inbox', 'home', { isWhole: false, act: press('inbox.title') }),
    customer('notice', 'home', {
      isWhole: false,
      act: async ({ page, product, words }) => {
        const admin = await signIn(product.origin, product.administrator);
        await writeTo(admin, 'asha.cafe', {
          title: 'The order of your codes has changed',
          content:
            'A message of several lines.\nThe second one is longer than the notice is wide, so that it has to be broken somewhere.\nThree.\nFour.',
        });
        await page.getByRole('region', { name: words('inbox.notice') }).waitFor();
      },
    }),
    customer('update_password'),
    ...['second_factor', 'sessions', 'keys', 'data'].map((tab) =>
      customer(`account-${tab}`, `update_password?tab=${tab}`),
    ),
    customer('update_password-faults', 'update_password', { act: press('system.own_password.submit') }),
    customer('palette', 'home', {
      isWhole: false,
      act: async ({ page }) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('a');
        await page.getByRole('option').first().waitFor();
      },
    }),
    customer('shortcuts', 'home', { isWhole: false, act: chord('?') }),
    customer('appearance', 'home', { isWhole: false, act: accountMenu('settings.title') }),
    customer('account-menu', 'home', { isWhole: false, act: accountMenu() }),
    customer('forbidden', 'administrators'),
    customer('session-ended', 'set_qr_code', {
      isWhole: false,
      act: async ({ page, product, words }) => {
        await page.route('**/api/qr_code_list/add', (route) =>
          route.fulfill({
            status: 401,
            contentType: 'application/json',
            body: JSON.stringify({ status: false, code: 'session_ended', message: '' }),
          }),
        );
        const text = await page.evaluate(() => localStorage.getItem('waypost.session') ?? '{}');
        void (await apiOf(product.origin, (JSON.parse(text) as { token: string }).token).call(
          'administrator/logout',
        ));
        await page.unroute('**/api/qr_code_list/add');
        await page.locator('form input').first().fill('example.com/menu');
        await page.getByRole('button', { name: words('action.create'), exact: true }).click();
        await page.getByRole('dialog').waitFor();
      },
    }),

    agent('home'),
    agent('qr_code_list'),
    agent('qr_code_list-page', 'qr_code_list?page=2&page_size=10'),
  ];
}

/** Whoever looks after codes of others. */
function operatorsShots(data: SheetData): Shot[] {
  const { codes } = data;
  return [
    operator('home_admin'),
    operator('home'),
    operator('today_statistics-everyone', 'today_statistics?scope=everyone'),
    operator('visitor-everyone', 'visitor?scope=everyone'),
    operator('live-everyone', 'access_real_time_statistics?scope=everyone'),
    operator('daily-everyone', 'daily_statistics?scope=everyone'),
    operator('qr_code_list_admin'),
    operator('qr_code_list_admin-owner', 'qr_code_list_admin', {
      isWhole: false,
      act: ({ page, words }) =>
        page
          .getByRole('button', { name: new RegExp(`^${words('qr.admin.give')}`) })
          .first()
          .click(),
    }),
    operator('frozen-codes', 'qr_code_list_admin?status=frozen'),
    operator('code-of-other', code(codes.first.id)),
    operator('code-of-other-targets', code(codes.first.id, '&tab=targets')),
    operator('code-frozen', code(codes.frozen.id)),
    operator('code-freeze', code(codes.first.id), { isWhole: false, act: inMenu('qr.admin.freeze') }),
    operator('abuse_desk'),
    operator('report', `abuse_desk?id=${data.report}`),
    operator('report-history', `abuse_desk?id=${data.report}&tab=history`),
    operator('report-freeze', `abuse_desk?id=${data.report}`, {
      isWhole: false,
      act: press('qr.abuse_report.freeze'),
    }),
    operator('report-answer', `abuse_desk?id=${data.report}`, {
      isWhole: false,
      act: press('qr.abuse_report.answer_verb'),
    }),
    operator('report-dismiss', `abuse_desk?id=${data.report}`, {
      isWhole: false,
      act: press('qr.abuse_report.dismiss'),
    }),
  ];
}

/** Whoever runs the platform. */
function platformShots(data: SheetData): Shot[] {
  return [
    operator('administrators'),
    operator('administrators-create', 'administrators?drawer=create', {
      isWhole: false,
      act: ({ page }) => page.getByRole('dialog').locator('button').last().click(),
    }),
    operator('administrators-view', 'administrators', {
      isWhole: false,
      act: ({ page }) =>
        page
          .getByRole('main')
          .getByRole('link')
          .or(page.locator('main td a, main td button'))
          .first()
          .click(),
    }),
    operator('message_list'),
    operator('message-send', 'message_list', { isWhole: false, act: press('system.sent_message.send') }),
    operator('message-send-languages', 'message_list', {
      isWhole: false,
      act: press('system.sent_message.send', 'form.more'),
    }),
    operator('message-sent', 'message_list?tab=sent'),
    operator('sent_message', `sent_message?id=${data.sent}`),
    operator('sent_message-text', `sent_message?id=${data.sent}&tab=text`),
    operator('sent_message-take-back', `sent_message?id=${data.sent}`, {
      isWhole: false,
      act: press('system.sent_message.take_back'),
    }),
    operator('configuration'),
    operator('configuration-history', 'configuration?tab=history'),
    operator('subscriber_config_default'),
    operator('home_page_config'),
    operator('configuration-faults', 'configuration', {
      act: async ({ page, words }) => {
        await page.getByLabel(words('system.configuration.website_title')).fill('W'.repeat(300));
        await page.getByRole('button', { name: words('action.save'), exact: true }).click();
      },
    }),
    operator('plugins'),
    operator('plugins-install', 'plugins?drawer=install', { isWhole: false }),
    operator('plugins-view', 'plugins?drawer=view:qr', { isWhole: false }),
    operator('plugins-view-settings', 'plugins?drawer=view:qr&tab=settings', { isWhole: false }),
    operator('plugins-view-health', 'plugins?drawer=view:qr&tab=health', { isWhole: false }),
    operator('plugins-disable', 'plugins?drawer=disable:qr', { isWhole: false }),
    operator('plugins-enable', 'plugins?drawer=enable:guests', { isWhole: false }),
    operator('plugins-remove', 'plugins?drawer=remove:guests', { isWhole: false }),
    operator('plugins-contributions', 'plugins?view=contributions'),
    operator('plugins-history', 'plugins?view=history'),
    operator('language_list'),
    operator('language-view', 'language_list', {
      isWhole: false,
      act: ({ page }) => page.locator('main td button, main td a').first().click(),
    }),
    operator('async_operations'),
    operator('update_password'),
    operator('whose', 'qr_code_list', {
      isWhole: false,
      act: ({ page, words }) =>
        page.getByRole('combobox', { name: words('scope.label'), exact: true }).click(),
    }),
  ];
}
