import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { RotationJump, YesNo } from '@waypost/contract';
import {
  definePlugin,
  KEPT_PICTURES,
  PICTURE_USE_POINT,
  type PictureUse,
  type PluginContext,
  pictureService,
} from '@waypost/sdk';
import { CallRefused, type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { storedFile } from '../files/resource.ts';
import { mountFiles } from '../files/routes.ts';
import { FILE_LIMITS } from '../files/values.ts';
import { migrations } from '../migrations/index.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { mountPictures } from '../pictures/routes.ts';
import { mountHomePageConfig } from '../screens/home_page_config/routes.ts';
import { mountImageConfigs } from '../screens/image_configs/routes.ts';
import { mountTexts } from '../screens/image_text/routes.ts';
import { publicTexts } from '../screens/image_text/service.ts';
import { mountImageTextTypes } from '../screens/image_text_type/routes.ts';
import { rotation } from '../screens/rotation/resource.ts';
import { mountRotations } from '../screens/rotation/routes.ts';
import { rotationType } from '../screens/rotation_type/resource.ts';
import { mountRotationTypes } from '../screens/rotation_type/routes.ts';
import { ShowStatus } from './values.ts';

setDefaultTimeout(120_000);

const OPERATOR = [
  ...['rotation', 'rotation_type', 'image_text', 'image_text_type'].flatMap((noun) =>
    ['read', 'create', 'update', 'delete'].map((verb) => `system.${noun}:${verb}`),
  ),
  'system.picture:create',
];
const DAY_MS = 86_400_000;

let t: TestPlugin;
let operator: Person;
let customer: Person;
let pictures: Pictures;
const limits = { ...FILE_LIMITS };

const contentOf = async (context: PluginContext) => {
  mountHomePageConfig(context);
  const { files, places } = await mountFiles(context, async () => limits);
  await mountImageConfigs(context, places);
  pictures = mountPictures(context, files, async () => limits);
  mountRotationTypes(context);
  mountRotations(context, pictures);
  mountImageTextTypes(context);
  mountTexts(context, pictures);
};
/** Another plugin whose rows have pictures. */
let shopContext: PluginContext;
const inShop = new Set<string>();
const shop = definePlugin({
  id: 'shop',
  setup(context) {
    shopContext = context;
    const use: PictureUse = { used: async (pictures) => pictures.filter((picture) => inShop.has(picture)) };
    context.points.contribute(PICTURE_USE_POINT, '^1', 'shop.window', use);
  },
});
const SHOP = {
  id: 'shop',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.shop',
  server: 'server.ts',
  areas: ['shop'],
  needs: { [KEPT_PICTURES]: '^1' },
  points: [PICTURE_USE_POINT],
};
const start = () =>
  testPlugin(definePlugin({ id: 'system', migrations, setup: contentOf }), {
    folder: join(import.meta.dir, '..'),
    others: [{ plugin: shop, manifest: SHOP }],
    manifest: {
      id: 'system',
      version: '0.1.0',
      engine: '^0.1.0',
      title: 'system.title',
      server: 'server.ts',
      areas: [
        'file',
        'image_configs',
        'home',
        'home_page_config',
        'picture',
        'rotation',
        'rotation_type',
        'image_text',
        'image_text_type',
      ],
      capabilities: ['jobs', 'settings:secrets'],
      schedules: ['bury_files', 'forget_files'],
      services: { [KEPT_PICTURES]: '1.0.0' },
    },
  });

beforeAll(async () => {
  t = await start();
  operator = await t.person('olga.operator', { permissions: OPERATOR });
  customer = await t.person('kamau.customer', { permissions: ['system.home:read'] });
});
afterAll(() => t?.dispose());

type Made = { id: string };
const ask = <T = Made>(path: string, body: object = {}, as = operator) =>
  t.call(path, body, { as }) as Promise<T>;
/** Path and code of what a call was refused with. */
const refusal = async (path: string, body: object, as = operator): Promise<string[]> => {
  const error = await ask(path, body, as).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallRefused)) throw new Error(`${path} was not refused: ${String(error)}`);
  return [error.code, ...error.errors.map((fault) => fault.path)];
};
interface Shown {
  carousel: { id: string; title: string; description: string; picture: string }[];
  texts: { id: string; title: string }[];
}
const home = (locale = 'en-US') =>
  t.call('home/page', {}, { as: customer, locale } as never) as unknown as Promise<Shown>;

const aPicture = async () => {
  const bytes = await Bun.file(join(import.meta.dir, '../../../host/shell/public/logo.png')).bytes();
  return (await ask<{ picture: string }>('picture/add', { data: Buffer.from(bytes).toString('base64') }))
    .picture;
};

describe('rotations', () => {
  test('those of types that are shown on the home page go round there, the larger number first', async () => {
    const shown = await ask('rotation_type/add', { title: 'Home', show_on_home: YesNo.yes });
    const other = await ask('rotation_type/add', { title: 'Elsewhere' });
    const add = (title: string, more: object = {}) => ask('rotation/add', { title, type: shown.id, ...more });
    await add('春季', { title_en_us: 'Spring', title_sw_ke: 'Masika', sort: 1 });
    await add('夏季', { sort: 9 });
    await add('Hidden', { show_status: ShowStatus.hidden });
    await ask('rotation/add', { title: 'Other type', type: other.id });
    const titles = async (locale: string) => (await home(locale)).carousel.map(({ title }) => title);
    // A language without words of its own has the default one's.
    expect(await titles('en-US')).toEqual(['夏季', 'Spring']);
    expect(await titles('sw-KE')).toEqual(['夏季', 'Masika']);
    expect(await titles('zh-CN')).toEqual(['夏季', '春季']);
  });

  test('a type that something is of stays, and nothing is of a type that is not there', async () => {
    const { id: type } = await ask('rotation_type/add', { title: 'In use' });
    const { id } = await ask('rotation/add', { title: 'Its own', type });
    expect(await refusal('rotation_type/remove', { id: type })).toEqual(['content_type_in_use']);
    await ask('rotation/remove', { id });
    await ask('rotation_type/remove', { id: type });
    expect(await refusal('rotation/add', { title: 'Of none', type })).toEqual(['invalid_input', 'type']);
  });

  test('an address that leads nowhere, or that runs, is refused, also when only the way of following changes', async () => {
    const { id: type } = await ask('rotation_type/add', { title: 'Addresses' });
    const add = (jump_type: number, jump_address: string) => ({ title: 'A', type, jump_type, jump_address });
    for (const [jump, address] of [
      [RotationJump.newWindow, 'javascript:alert(1)'],
      [RotationJump.sameWindow, 'java\tscript:alert(1)'],
      [RotationJump.screen, 'https://example.com'],
      [RotationJump.custom, 'eval:alert(1)'],
    ] as const)
      expect(await refusal('rotation/add', add(jump, address))).toEqual(['invalid_input', 'jump_address']);
    expect((await refusal('rotation/add', add(9, '')))[0]).toBe('invalid_input');
    const { id } = await ask('rotation/add', add(RotationJump.screen, 'qr_code_list'));
    const change = { id, version: 0, jump_type: RotationJump.newWindow };
    const { version } = await ask<{ version: number }>('rotation/details', { id });
    expect(await refusal('rotation/update', { ...change, version })).toEqual([
      'invalid_input',
      'jump_address',
    ]);
  });

  test('each click counts once, however often it is told and how many come at once', async () => {
    const { id: type } = await ask('rotation_type/add', { title: 'Clicks', show_on_home: YesNo.yes });
    const { id } = await ask('rotation/add', { title: 'Pressed', type });
    const { version } = await ask<{ version: number }>('rotation/details', { id });
    const click = (number: number) => number.toString(16).padStart(32, '0');
    const tell = (number: number, as = customer) => ask('home/click', { id, click: click(number) }, as);
    await Promise.all(Array.from({ length: 8 }, () => tell(1)));
    await Promise.all(Array.from({ length: 20 }, (_, at) => tell(at)));
    const count = async () => await ask<{ click_count: number; version: number }>('rotation/details', { id });
    // Whoever edits it meanwhile is not told that somebody else has.
    expect(await count()).toMatchObject({ click_count: 20, version });
    expect(await refusal('home/click', { id, click: 'x' }, customer)).toEqual(['invalid_input', 'click']);
    expect(await refusal('rotation/update', { id, version, click_count: 0 })).toEqual([
      'invalid_input',
      'click_count',
    ]);
    await ask('rotation/update', { id, version, show_status: ShowStatus.hidden });
    await tell(77);
    expect((await count()).click_count).toBe(20);
  });
});

describe('texts', () => {
  let type: string;
  beforeAll(async () => {
    type = (await ask('image_text_type/add', { title: 'Help' })).id;
  });
  const text = (more: object = {}) => ({ title: '帮助', type, content: '<p>帮助</p>', ...more });

  test('what is kept was cleaned, and a text of which nothing is left is refused', async () => {
    const content = '<p onclick="hit()">A<script>hit()</script><a href="javascript:hit()">b</a></p>';
    const { id } = await ask('image_text/add', text({ content, content_en_us: content }));
    const row = await ask<Record<string, unknown>>('image_text/details', { id });
    expect([row.content, row.content_en_us, row.content_sw_ke]).toEqual(['<p>Ab</p>', '<p>Ab</p>', '']);
    await ask('image_text/update', {
      id,
      version: row.version,
      content: '<p>C<iframe src=//evil.example></p>',
    });
    expect((await ask<{ content: string }>('image_text/details', { id })).content).toBe('<p>C</p>');
    expect(await refusal('image_text/add', text({ content: '<script>hit()</script>' }))).toEqual([
      'invalid_input',
      'content',
    ]);
    expect(await refusal('image_text/add', text({ content: '<'.repeat(50_000) }))).toEqual([
      'invalid_input',
      'content',
    ]);
    expect(await ask<{ html: string }>('image_text/preview', { html: content })).toEqual({
      html: '<p>Ab</p>',
    });
    const listed = await ask<{ content: Record<string, unknown>[] }>('image_text/inquire', {
      search: '帮助',
    });
    expect(listed.content.length).toBeGreaterThan(0);
    for (const each of listed.content) expect(Object.keys(each)).not.toContain('content');
  });

  test('customers read what is shown, in their language, and nothing of what is hidden', async () => {
    const shown = { title_en_us: 'Help', content_en_us: '<p>Help</p>', show_on_home: YesNo.yes };
    const { id } = await ask('image_text/add', text(shown));
    const { texts } = await home('en-US');
    expect(texts).toContainEqual({ id, title: 'Help' });
    const read = (locale: string) => t.call('home/text', { id }, { as: customer, locale } as never);
    expect(await read('en-US')).toEqual({ id, title: 'Help', html: '<p>Help</p>', locale: 'en-US' } as never);
    expect(await read('sw-KE')).toEqual({ id, title: '帮助', html: '<p>帮助</p>', locale: 'zh-CN' } as never);
    const { version } = await ask<{ version: number }>('image_text/details', { id });
    await ask('image_text/update', { id, version, show_status: ShowStatus.hidden });
    expect(await refusal('home/text', { id }, customer)).toEqual(['not_found']);
    expect((await home()).texts.map((each) => each.id)).not.toContain(id);
  });

  test('a public address is one text’s alone, and answers strangers with that text and its pictures', async () => {
    const picture = await aPicture();
    const content = `<p>We keep nothing.</p><img data-picture="${picture}" alt="our door">`;
    const { id } = await ask('image_text/add', text({ address: 'privacy', content }));
    expect(await refusal('image_text/add', text({ address: 'privacy' }))).toEqual(['duplicate', 'address']);
    await ask('image_text/add', text());
    for (const address of ['Privacy', 'a/b', '../x', '-a', 'a b', 'é'])
      expect(await refusal('image_text/add', text({ address }))).toEqual(['invalid_input', 'address']);
    const pages = publicTexts(t.context, pictures);
    expect(await pages.addresses()).toEqual(['privacy']);
    const page = await pages.page('privacy', 'en-US');
    expect(page).toMatchObject({ locale: 'zh-CN', locales: ['zh-CN'], title: '帮助' });
    expect(page?.html).toContain(`<img data-picture="${picture}" alt="our door" />`);
    expect(await pages.pictures('privacy')).toEqual([picture]);
    expect((await pages.picture(picture))?.subarray(1, 4)).toEqual(new Uint8Array(Buffer.from('PNG')));
    const { version, public_url } = await ask<{ version: number; public_url: string }>('image_text/details', {
      id,
    });
    expect(public_url).toEndWith('/page/privacy');
    await ask('image_text/update', { id, version, show_status: ShowStatus.hidden });
    expect(await pages.page('privacy', 'en-US')).toBeUndefined();
    expect(await pages.pictures('privacy')).toEqual([]);
  });
});

test('a picture has to be kept before it is shown, is kept while it is, and forgotten a day after', async () => {
  const { id: type } = await ask('rotation_type/add', { title: 'Pictures' });
  expect(await refusal('rotation/add', { title: 'A', type, picture: '0'.repeat(32) })).toEqual([
    'picture_unknown',
    'picture',
  ]);
  const picture = await aPicture();
  const { id } = await ask('rotation/add', { title: 'A', type, picture });
  const isKept = () =>
    ask('picture/read', { picture }, customer).then(
      () => true,
      () => false,
    );
  t.clock.set(new Date(t.clock.now() + 3 * DAY_MS));
  await t.jobs.run('forget_files', {});
  expect(await isKept()).toBe(true);
  await ask('rotation/remove', { id });
  // Another text of this file shows it, too.
  const others = await ask<{ content: Made[] }>('image_text/inquire', { page_size: 200 });
  for (const text of others.content) await ask('image_text/remove', { id: text.id });
  t.clock.set(new Date(t.clock.now() + 3 * DAY_MS));
  await t.jobs.run('forget_files', {});
  expect(await isKept()).toBe(false);
  const svg = Buffer.from('<svg onload="alert(1)"/>').toString('base64');
  expect((await refusal('picture/add', { data: svg }))[0]).toBe('not_a_picture');
});

test('a picture of another plugin is a file within the limits of all, kept while that plugin shows it or is off', async () => {
  const logo = await Bun.file(join(import.meta.dir, '../../../host/shell/public/logo.png')).bytes();
  const data = await new Bun.Image(logo).resize(40, 40).png().toBase64();
  const shopPictures = pictureService(shopContext);
  limits.file_types = ['jpeg'];
  await expect(shopPictures.keep(data, customer.id)).rejects.toMatchObject({ code: 'file_kind_off' });
  limits.file_types = FILE_LIMITS.file_types;
  limits.file_size = 1;
  await expect(shopPictures.keep(data, customer.id)).rejects.toMatchObject({ code: 'file_upload_limit' });
  limits.file_size = FILE_LIMITS.file_size;
  const picture = await shopPictures.keep(data, customer.id);
  const [row] = await t.rows(storedFile).all({ address: picture });
  expect(row).toMatchObject({ owner: customer.id, kind: 'png', has_thumbnail: true, kept_for: ['shop'] });
  const isKeptAfterDays = async () => {
    t.clock.set(new Date(t.clock.now() + 3 * DAY_MS));
    await t.jobs.run('forget_files', {});
    return (await t.rows(storedFile).count({ address: picture })) === 1;
  };
  inShop.add(picture);
  expect(await isKeptAfterDays()).toBe(true);
  inShop.delete(picture);
  const keptFor = (plugins: string[]) =>
    t.context.model(storedFile).updateOne({ address: picture }, { $set: { kept_for: plugins } });
  await keptFor(['shop', 'away']);
  expect(await isKeptAfterDays()).toBe(true);
  const keeper = await t.person('kai.keeper', {
    permissions: ['read', 'read_all', 'delete'].map((verb) => `system.file:${verb}`),
  });
  expect(await refusal('file/remove', { id: String(row?._id) }, keeper)).toEqual(['file_in_use']);
  await keptFor(['shop']);
  expect(await isKeptAfterDays()).toBe(false);
  // What a plugin had kept by itself comes with the name that its rows know, once.
  const png = new Uint8Array(Buffer.from(data, 'base64'));
  const adopted = { address: 'b'.repeat(32) };
  for (const _again of [1, 2]) await shopPictures.adopt(adopted.address, png);
  // As releases have it that did not note who shows a file.
  await t.context.model(storedFile).updateOne(adopted, { $unset: { kept_for: true } });
  const [old] = await t.rows(storedFile).all(adopted);
  await ask('file/remove', { id: String(old?._id) }, keeper);
  // Brought again before the bytes of the first were taken away: its own stay.
  await shopPictures.adopt(adopted.address, png);
  await t.jobs.run('bury_files', {});
  expect(await shopPictures.read(adopted.address)).toBe(data);
});

test('who may read content changes none of it, and a customer reaches none of its calls', async () => {
  const reader = await t.person('rita.reader', {
    permissions: OPERATOR.filter((node) => node.endsWith(':read')),
  });
  for (const area of ['rotation', 'rotation_type', 'image_text', 'image_text_type']) {
    await ask(`${area}/inquire`, {}, reader);
    expect(await refusal(`${area}/add`, { title: 'x' }, reader)).toEqual(['forbidden']);
    expect(await refusal(`${area}/remove`, { id: '0'.repeat(24) }, reader)).toEqual(['forbidden']);
    expect(await refusal(`${area}/inquire`, {}, customer)).toEqual(['forbidden']);
  }
  expect(await refusal('picture/add', { data: 'AAAA' }, reader)).toEqual(['forbidden']);
});

test('slides of the home page of before are rotations, and its pictures files', async () => {
  const old = await start();
  try {
    const slide = (chinese: string, english: string) => ({
      picture: '',
      title: { 'zh-CN': chinese, 'en-US': english, 'sw-KE': '' },
      description: { 'zh-CN': '', 'en-US': 'Words', 'sw-KE': '' },
      jump_address: 'https://example.com/',
      jump_type: 2,
    });
    const value = JSON.stringify({
      notice: { tone: 'info', text: { 'zh-CN': '', 'en-US': '', 'sw-KE': '' } },
      carousel: [slide('一', 'One'), slide('', 'Two')],
      links: [],
    });
    const row = { _id: '1', number: 1, value, account: 'admin', time: new Date(), restores: null };
    const file = await Bun.file(join(import.meta.dir, '../../../host/shell/public/logo.png')).bytes();
    const data = Buffer.from(file).toString('base64');
    const picture = { _id: 'a'.repeat(32), data, time: new Date() };
    const documents = { system_home_page_version: [row], system_home_page_picture: [picture] };
    expect(await old.migrate({ from: 0, documents })).toEqual([1, 2]);
    const reader = await old.person('rita.looker', { permissions: [] });
    // What contents know a picture by still stands for it.
    expect(await old.call('picture/read', { picture: picture._id }, { as: reader })).toEqual({ data });
    const [type] = await old.rows(rotationType).all();
    expect(type).toMatchObject({ show_on_home: YesNo.yes });
    const rows = (await old.rows(rotation).all()).toSorted((a, b) => b.sort - a.sort);
    expect(rows.map(({ title, title_en_us, jump_type }) => [title, title_en_us, jump_type])).toEqual([
      ['一', 'One', 2],
      ['Two', 'Two', 2],
    ]);
    const arranger = await old.person('anna.arranger', { permissions: ['system.home_page_config:update'] });
    const shown = await old.call('home_page_config/inquire', {}, { as: arranger });
    expect(shown).toMatchObject({ version: 1, links: [] } as never);
  } finally {
    await old.dispose();
  }
});
