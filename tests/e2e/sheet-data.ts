import { AccessMode, type Page as PageOf, VisitRestriction } from '@waypost/contract';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { writeTo } from '../messages.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { packShelf } from '../platform/shelf.ts';
import type { Product } from '../product.ts';
import { CALM_ZONE } from '../time-zone.ts';
import { until } from './browser.ts';
import { writePastVisits } from './past-visits.ts';
import { makeSampleData } from './sample-data.ts';
import { makeOrderData, NO_ORDER, type OrderData } from './sheet-order-data.ts';
import { DESKTOP_CHROME, visitAs, WECHAT_PHONE } from './visitors.ts';

/** Who is there and what the addresses of the pictures need. */
export interface SheetData {
  people: Partial<Record<'super' | 'agent' | 'customer', Credentials>>;
  /** Ids of codes by what is special about them. */
  codes: Record<
    'first' | 'ruled' | 'frozen' | 'paused' | 'expired' | 'scanned' | 'weChat' | 'other' | 'kept',
    Made
  >;
  contact: Made;
  order: OrderData;
  report: string;
  follow: string;
  visitor: string;
  message: string;
  sent: string;
  cardKey: string;
  /** Drawer of a plugin that asks for something, as its screen has it in the address. */
  asking: string;
}

export interface Made {
  id: string;
  short_code: string;
}

/** What tells the codes of the sample apart. */
interface ListedCode {
  owner: string;
  state: string;
  expires_at: string | null;
  access_mode: number;
  visit_restriction: number;
}

const VISITS = 3_000;
const CONTACT = {
  name: 'Amina Njeri',
  organization: 'Chai ya Pwani',
  title: 'Sales',
  phones: ['+254 700 123 456'],
  emails: ['amina.njeri@chai-ya-pwani.example'],
  website: 'https://chai-ya-pwani.example/catalogue?from=card',
  address: 'Moi Avenue 1, Mombasa',
  note: 'Open on weekdays.',
};
const RULES = [
  {
    kind: 'guests.places',
    parameters: { countries: ['KE'], networks: ['203.0.113.0/24'] },
    action: { refuse: true },
  },
  {
    kind: 'guests.hours',
    parameters: { from: 22, to: 6 },
    action: { target: 'https://example.com/night' },
  },
];
const NOBODY: Made = { id: '0'.repeat(24), short_code: 'none' };
export const NO_DATA: SheetData = {
  people: {},
  codes: {
    first: NOBODY,
    ruled: NOBODY,
    frozen: NOBODY,
    paused: NOBODY,
    expired: NOBODY,
    scanned: NOBODY,
    weChat: NOBODY,
    other: NOBODY,
    kept: NOBODY,
  },
  contact: NOBODY,
  order: NO_ORDER,
  report: NOBODY.id,
  follow: '',
  visitor: NOBODY.id,
  message: NOBODY.id,
  sent: NOBODY.id,
  cardKey: '',
  asking: '',
};

/** One of each role; with `isFull` codes of every kind with visits of two months, a report, messages and a plugin with rules. */
export async function makeSheetData({
  product,
  isFull,
  packRulePlugin,
}: {
  product: Product;
  isFull: boolean;
  packRulePlugin: () => Promise<Uint8Array>;
}): Promise<SheetData> {
  const agent = await createAccount(product, { account: 'juma.agent', role: 'agent' });
  const customer = await createAccount(product, { account: 'asha.cafe', role: 'customer' });
  await createAccount(product, { account: 'olga.desk', role: 'administrator' });
  const people = { super: product.administrator, agent, customer };
  if (!isFull) return { ...NO_DATA, people };
  const [admin, asha, juma] = await Promise.all([
    signIn(product.origin, product.administrator),
    signIn(product.origin, customer),
    signIn(product.origin, agent),
  ]);
  await pluginsOf(admin).install(await packRulePlugin());
  // What the visits of the sample are sent to is the public address; here the product itself has to get them.
  const { firstCode } = await makeSampleData(overLoopback(asha, product.origin));
  const add = async (api: Api, body: Record<string, unknown>) =>
    (await api.call<Made>('qr_code_list/add', { targets: [{ url: 'https://example.com/' }], ...body }))
      .content;
  const ruled = await add(asha, { name: 'With rules', visit_rules: RULES });
  const frozen = await add(asha, { name: 'Lottery, old town', remark: 'Until the end of the month' });
  const contact = await add(asha, { name: 'Card of Amina', targets: [{ contact: CONTACT }] });
  const kept = await add(asha, { name: 'Tea stand at the ferry', open_log: 2 });
  for (let visit = 0; visit < 30; visit += 1)
    await visitAs(
      { ...(visit % 3 === 0 ? DESKTOP_CHROME : WECHAT_PHONE), address: `36.152.44.${90 + (visit % 7)}` },
      `${product.origin}/${kept.short_code}`,
      visit % 5 === 0 ? { referer: 'https://menus-of-others.example/list' } : {},
    );
  const other = await add(juma, { name: 'Stand of Juma' });
  for (let number = 1; number <= 24; number += 1)
    await add(juma, {
      name: `Table ${number}`,
      targets: [{ url: `https://juma.example.com/menu/${number}` }],
    });
  const order = await makeOrderData(asha, admin);
  await makeLinksAndProviders(asha, admin);
  await admin.call('qr_code_list/freeze', {
    ids: [frozen.id],
    reason: 'Asks visitors for the number of their bank card',
  });
  const rows = (
    await asha.call<PageOf<Made & ListedCode>>('qr_code_list/inquire', {
      page_size: 50,
    })
  ).content.content;
  const { version } = (await admin.call<{ version: number }>('configuration/inquire')).content;
  await admin.call('configuration/update', { version, website_title: 'Waypost of the market' });
  const before = await total(asha);
  writePastVisits({
    dataDir: product.dataDir,
    zone: CALM_ZONE,
    now: Date.now(),
    days: 60,
    visits: VISITS,
    codes: rows as never,
  });
  const reported = (await asha.call<Made>('qr_code_list/details', { id: firstCode })).content;
  const { content: sent } = await asha.call<{ report: string }>('abuse_report/add', {
    address: `https://qr.waypost-shop.com/${reported.short_code}`,
    reason: 'phishing',
    text: 'It asked for the number of my bank card and then for the code that the bank sent me.',
    contact: 'mary@example.com',
  });
  const { content: told } = await admin.call<{ id: string }>('message/send', {
    to: 'all',
    title: 'Maintenance on Sunday from 02:00 to 04:00',
    content:
      'The server is moved to a larger machine. Printed codes go on answering.\nReports and exports wait until it is back.',
    title_sw_ke: 'Matengenezo Jumapili saa nane hadi saa kumi usiku',
    content_sw_ke: 'Seva inahamishwa. Misimbo iliyochapishwa inaendelea kujibu.',
  });
  await writeTo(admin, 'asha.cafe', { title: 'Your invoice', content: 'Thank you.' });
  for (const api of [admin, asha, juma]) await readAll(api);
  const exported = await asha.call('daily_statistics/export', { range: '30_days' });
  if (exported.status >= 300) console.error('export', JSON.stringify(exported.body));
  await until('the visits are counted', async () => (await total(asha)) >= before + VISITS);
  const firstOf = async (api: Api, call: string, body: object = {}) =>
    (await api.call<PageOf<{ id: string }>>(call, body)).content.content[0]?.id ?? '';
  return {
    people,
    codes: {
      first: reported,
      ruled,
      frozen,
      paused: rows.find(({ state }) => state === 'off') ?? NOBODY,
      expired: rows.find(({ expires_at }) => expires_at !== null) ?? NOBODY,
      scanned: rows.find(({ access_mode }) => access_mode === AccessMode.onlyViaScan) ?? NOBODY,
      weChat: rows.find(({ visit_restriction }) => visit_restriction !== VisitRestriction.none) ?? NOBODY,
      other,
      kept,
    },
    contact,
    order,
    report: await firstOf(admin, 'abuse_report/inquire'),
    follow: sent.report,
    visitor: await firstOf(asha, 'visitor/user_inquire'),
    message: await firstOf(asha, 'message/inquire'),
    sent: told.id,
    cardKey: (await asha.call<{ key: string }>('qr_code_access/issue_key')).content.key,
    asking: await receiveAsking(admin),
  };
}

/** What a customer pasted, and two servers that make addresses, one of them at its limit. */
async function makeLinksAndProviders(asha: Api, admin: Api): Promise<void> {
  const lines = Array.from(
    { length: 26 },
    (_, at) => `https://shop.example.org/catalogue/spring/${at + 1}?from=letter,Letter ${at + 1}`,
  );
  const data = Buffer.from(`${lines.join('\n')}\nno address at all`).toString('base64');
  const { upload } = (await asha.call<{ upload: string }>('short_qr_code_list/upload', { data })).content;
  const begun = await asha.call('short_qr_code_list/import', { upload });
  if (begun.status !== 202) throw new Error(`short links: ${JSON.stringify(begun.body)}`);
  const providers = [
    { name: 'Inner service', generation_type: 4, endpoint: 'http://10.0.0.7/new?u={url}', daily_quota: 500 },
    { name: 'Search of the company', generation_type: 13, endpoint: 'https://find.example.com/?to={url}' },
    { name: 'Notes', generation_type: 9, endpoint: 'https://notes.example.com/api', state: 'off' },
  ];
  for (const provider of providers) {
    const made = await admin.call('url_key_platform/add', provider);
    if (made.status >= 300) throw new Error(`provider: ${JSON.stringify(made.body)}`);
  }
}

/** A plugin that was received and waits for somebody to grant what it asks for. */
async function receiveAsking(admin: Api): Promise<string> {
  const capabilities = ['jobs', 'visits:read', 'ledger:write', 'internet:fetch', 'network'];
  const archive = await packShelf({
    id: 'parcels',
    version: '1.4.0',
    isSigned: false,
    manifest: { capabilities, hosts: ['api.parcels.example'] },
  });
  const { content } = await pluginsOf(admin).upload(archive);
  return `upgrade:${content.id}:${content.release.release}`;
}

function overLoopback(api: Api, origin: string): Api {
  return {
    ...api,
    call: async (path, body, headers) => {
      const answer = await api.call<{ qr_url?: string }>(path, body, headers);
      const { content } = answer;
      if (content?.qr_url) content.qr_url = content.qr_url.replace(/^https:\/\/[^/]+/, origin);
      return answer as never;
    },
  };
}

async function total(api: Api): Promise<number> {
  const { content } = await api.call<{ totals: { view_number: number } }>('historical_statistics/inquire');
  return content.totals.view_number;
}

async function readAll(api: Api): Promise<void> {
  const { content } = await api.call<PageOf<{ id: string }>>('message/inquire');
  for (const { id } of content.content) await api.call('message/update-notify-status', { id });
}
