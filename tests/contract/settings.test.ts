import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { makeRole, operatorWith } from '../security/role-people.ts';

// What operators set for everybody: settings of the installation, defaults of customers, their history and its undoing.

setDefaultTimeout(180_000);

let product: Product;
let root: Api;

beforeAll(async () => {
  product = await startProduct({ env: { PUBLIC_URL: 'https://given.waypost-shop.com' } });
  root = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(() => product?.stop());

interface Facts {
  name: string;
  default: string | number | null;
  source: string;
  changed: { account: string; time: string } | null;
}
type View = { version: number; settings: Facts[] } & Record<string, unknown>;
interface Change {
  id: string;
  account: string;
  undoes: string | null;
  is_undoable: boolean;
  changes: { name: string; before: unknown; after: unknown }[];
}
const AREA = 'subscriber_config_default';
const inquire = async (area: string, api = root) => (await api.call<View>(`${area}/inquire`)).content;
async function update(area: string, change: Record<string, unknown>, api = root) {
  const { version } = await inquire(area, api);
  return api.call<View>(`${area}/update`, { version, ...change });
}
const history = async (area: string, api = root) =>
  (await api.call<{ content: Change[]; count: number }>(`${area}/history`)).content;
const factsOf = async (area: string, name: string) =>
  (await inquire(area)).settings.find((it) => it.name === name);

test('defaults of customers have one home, and the calls of before go on answering them', async () => {
  expect((await update(AREA, { login_failure_limit: 6, no_registration_tip: 'Write first.' })).status).toBe(
    200,
  );
  expect(await inquire('configuration')).toMatchObject({
    login_failure_limit: 6,
    no_registration_tip: 'Write first.',
  });
  expect((await update('configuration', { login_failure_limit: 5 })).status).toBe(200);
  expect(await inquire(AREA)).toMatchObject({ login_failure_limit: 5, no_registration_tip: 'Write first.' });
  const names = async (area: string) => (await inquire(area)).settings.map(({ name }) => name);
  const [here, there] = [await names('configuration'), await names(AREA)];
  expect(here.filter((name) => there.includes(name))).toEqual([]);
});

test.each([-1, -0.01, '5', null])(
  'the share ratio %p is refused in the words of the specification',
  async (share_ratio) => {
    const refused = await update(AREA, { share_ratio });
    expect(refused.status).toBe(422);
    expect(refused.body.status ? [] : refused.body.errors).toEqual([
      { path: 'share_ratio', message: 'share ratio must be a number >= 0' },
    ]);
  },
);

test('a share ratio above the whole is refused, and new customers begin with one that is not', async () => {
  expect((await update(AREA, { share_ratio: 100.01 })).status).toBe(422);
  expect((await update(AREA, { share_ratio: 15 })).status).toBe(200);
  const add = async (account: string, more: Record<string, unknown> = {}) => {
    const password = await seal(root, 'Given12345', 'user', 'add', 'password');
    const { id } = (await root.call<{ id: string }>('user/add', { account, password, ...more })).content;
    return (await root.call<{ share_ratio: number }>('user/details', { id })).content.share_ratio;
  };
  expect(await add('ratio.default')).toBe(15);
  expect(await add('ratio.own', { share_ratio: 3 })).toBe(3);
});

test('while nobody wants to know who is online, neither rows nor filters tell', async () => {
  const rows = async (body: Record<string, unknown> = {}) =>
    (
      await root.call<{
        content: { online_status: number | null; online_status_update_time: string | null }[];
      }>('user/inquire', body)
    ).content.content;
  expect((await rows()).every(({ online_status }) => online_status !== null)).toBe(true);
  await update(AREA, { online_status: 1 });
  const told = (await rows()).flatMap((row) => [row.online_status, row.online_status_update_time]);
  expect(told.length).toBeGreaterThan(0);
  expect(told.every((value) => value === null)).toBe(true);
  expect([await rows({ online_status: 1 }), await rows({ online_status: 2 })]).toEqual([[], []]);
  await update(AREA, { online_status: 2 });
});

test('each setting tells its default, and who changed it when; what the server was started with wins and says so', async () => {
  const before = Date.now();
  await update('configuration', { website_title: 'Tower' });
  const title = await factsOf('configuration', 'website_title');
  expect(title).toMatchObject({ default: 'Waypost', source: 'setting', changed: { account: 'admin' } });
  expect(Date.parse(title?.changed?.time ?? '')).toBeGreaterThanOrEqual(before - 60_000);
  expect(await factsOf('configuration', 'website_color')).toMatchObject({ source: 'default', changed: null });
  expect(await factsOf('configuration', 'public_url')).toMatchObject({ source: 'environment' });
  // Kept for the day that the server is started without it, and in force no earlier.
  await update('configuration', { public_url: 'https://later.waypost-shop.com' });
  expect(await inquire('configuration')).toMatchObject({
    installation: { public_address: { address: 'https://given.waypost-shop.com', source: 'environment' } },
  });
});

test('a save is undone by its entry; a stale undo is refused with what has changed since', async () => {
  await update(AREA, { login_failure_limit: 8, login_failure_minute: 20 });
  const [save] = (await history(AREA)).content;
  expect(save).toMatchObject({ account: 'admin', is_undoable: true });
  await update(AREA, { login_failure_minute: 25 });
  const stale = await root.call(`${AREA}/undo`, { id: save?.id });
  expect([stale.status, stale.body]).toMatchObject([
    409,
    {
      code: 'setting_changed_since',
      content: { changed: [{ name: 'login_failure_minute', value: 25, account: 'admin' }] },
    },
  ]);
  expect(await inquire(AREA)).toMatchObject({ login_failure_limit: 8, login_failure_minute: 25 });
  const [last] = (await history(AREA)).content;
  expect((await root.call(`${AREA}/undo`, { id: last?.id })).status).toBe(200);
  expect((await root.call(`${AREA}/undo`, { id: save?.id })).status).toBe(200);
  expect(await inquire(AREA)).toMatchObject({ login_failure_limit: 5, login_failure_minute: 15 });
  expect((await history(AREA)).content[0]).toMatchObject({ undoes: save?.id });
});

test('whoever may set the defaults of customers reaches no other setting by them', async () => {
  const role = await makeRole(root, 'Front desk', [`system.${AREA}:update`]);
  const { api } = await operatorWith(product, root, { account: 'front.desk', role });
  expect((await update(AREA, { login_failure_limit: 7 }, api)).status).toBe(200);
  expect((await update(AREA, { maintenance: 2 }, api)).status).toBe(422);
  expect((await api.call('configuration/inquire')).status).toBe(403);
  await update('configuration', { website_title: 'Two', login_failure_limit: 9 });
  const [both] = (await history(AREA, api)).content;
  expect(both?.is_undoable).toBe(false);
  expect((await api.call(`${AREA}/undo`, { id: both?.id })).status).toBe(404);
  expect((await root.call('configuration/undo', { id: both?.id })).status).toBe(200);
  expect(await inquire(AREA)).toMatchObject({ login_failure_limit: 7 });
  expect((await apiOf(product.origin).call(`${AREA}/inquire`)).status).toBe(401);
});

const local = (text: string, more: Partial<Record<'zh-CN' | 'sw-KE', string>> = {}) => ({
  'zh-CN': '',
  'sw-KE': '',
  ...more,
  'en-US': text,
});
const link = (jump_address: string, jump_type: number, title = 'Help') => ({
  title: local(title),
  jump_address,
  jump_type,
});
const page = (change: Record<string, unknown> = {}) => ({
  notice: { tone: 'info', text: local('Closed on Friday', { 'zh-CN': '周五休息' }) },
  links: [link('qr_code_list', 1), link('https://example.com/help', 2, '<b>Rules</b>')],
  ...change,
});
interface HomePage {
  version: number;
  notice: unknown;
  links: unknown[];
}
const savePage = async (body: Record<string, unknown>, api = root) =>
  api.call<HomePage>('home_page_config/update', {
    version: (await root.call<HomePage>('home_page_config/inquire')).content.version,
    ...body,
  });

test('the home page shows what operators saved, in the reader’s language, and nothing before', async () => {
  const seen = async (locale: string) =>
    (await root.call<HomePage>('home/page', {}, { 'accept-language': locale })).content;
  expect(await seen('en-US')).toEqual({ notice: null, links: [], carousel: [], texts: [] } as never);
  expect((await savePage(page())).status).toBe(200);
  expect((await seen('zh-CN')).notice).toEqual({ tone: 'info', text: '周五休息' });
  // A language without words of its own has the default one's.
  expect((await seen('sw-KE')).notice).toEqual({ tone: 'info', text: '周五休息' });
  expect(await seen('en-US')).toMatchObject({
    notice: { text: 'Closed on Friday' },
    links: [{ title: 'Help' }, { title: '<b>Rules</b>', jump_type: 2 }],
  });
});

test.each([
  [link('javascript:alert(1)', 2), 'links.0.jump_address'],
  [link('https://name:secret@example.com/', 3), 'links.0.jump_address'],
  [link('https://example.com/', 1), 'links.0.jump_address'],
  [link('', 2), 'links.0.jump_address'],
  [link('qr_code_list', 1, ''), 'links.0.title.zh-CN'],
])('a link that leads nowhere or has no name is refused at its field: %p', async (bad, path) => {
  const refused = await savePage(page({ links: [bad] }));
  expect(refused.status).toBe(422);
  const errors = refused.body.status ? [] : (refused.body.errors ?? []);
  expect(errors.map((it) => it.path)).toEqual([path]);
  expect(errors[0]?.message).toMatch(/^(Enter the name of a screen|Give it a title)/);
});

test('each save is a version that can be shown again; of two at once one is refused', async () => {
  const { content: before } = await root.call<HomePage>('home_page_config/inquire');
  const both = await Promise.all(
    ['One', 'Two'].map((text) =>
      root.call('home_page_config/update', {
        version: before.version,
        ...page({ notice: { tone: 'warning', text: local(text) } }),
      }),
    ),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { content } = (
    await root.call<{ content: { version: number; account: string }[] }>('home_page_config/versions')
  ).content;
  expect(content[0]).toMatchObject({ version: before.version + 1, account: 'admin', restores: null });
  const back = { version: before.version + 1, restores: before.version };
  expect((await root.call('home_page_config/restore', { ...back, restores: 99 })).status).toBe(404);
  expect((await root.call('home_page_config/restore', { ...back, version: 1 })).status).toBe(409);
  const { content: restored } = await root.call<HomePage>('home_page_config/restore', back);
  expect(restored).toMatchObject({ version: before.version + 2, links: before.links });
});
