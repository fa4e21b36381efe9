import type { mongo } from 'mongoose';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { sayNothingOfPace } from '../../monitor-desk.ts';
import { endOf } from '../../operations.ts';
import { type Product, startProduct } from '../../product.ts';
import { OBJECTS } from '../../security/matrix-objects.ts';
import type { Owner } from '../../security/matrix-rows.ts';
import { makeRole, operatorWith } from '../../security/role-people.ts';
import { withStore } from '../../security/world.ts';
import { until } from '../browser.ts';
import { menuOf, type Screen, screensOf } from './menu-screens.ts';
import { WITHOUT_BUTTON } from './verbs.ts';
import { addProvider, SHIELD_VIEWS } from './walk-shield.ts';
import { OWN_THINGS, report, visitFromAfar } from './walk-things.ts';

/** Somebody who walks, and what the server says that they may. */
export interface Walker {
  name: string;
  credentials: Credentials;
  api: Api;
  /** The screens of their menu. */
  screens: readonly Screen[];
  may: (permission: string) => boolean;
}

export interface WalkWorld {
  product: Product;
  walkers: Record<'super' | 'limited' | 'reader' | 'agent' | 'customer', Walker>;
  /** Addresses of pages of one thing and of other views, by the screen that has them, for each walker by name. */
  pages: Readonly<Record<string, Views>>;
  /** Codes that people are known by, which read the same in every language. */
  codes: ReadonlySet<string>;
}

/** What stands behind a screen's route in an address. */
type Views = Readonly<Record<string, readonly string[]>>;

const TARGETS = [{ url: 'https://walk.example/menu' }];
interface Made {
  id: string;
  short_code: string;
}

/** A product with one of everything that screens have buttons for, and one person of each kind. */
export async function openWalkWorld(): Promise<WalkWorld> {
  const product = await startProduct({ env: { SSH_SERVERS: 'on' } });
  const root = await signIn(product.origin, product.administrator);
  await sayNothingOfPace(root);
  const accounts = await Promise.all([
    createAccount(product, { account: 'aziza.walk', role: 'agent' }),
    createAccount(product, { account: 'chui.walk', role: 'customer' }),
    createAccount(product, { account: 'paka.walk', role: 'customer' }),
  ]);
  const rights = rightsOfOperators(screensOf(await menuOf(root)), await screenRights(root));
  const people = [
    product.administrator,
    await operatorOf(product, root, 'limited.walk', rights.limited),
    await operatorOf(product, root, 'reader.walk', rights.reader),
    ...accounts,
  ];
  const [admin, limited, reader, agent, customer] = (await Promise.all(
    people.map((person, index) => walkerOf(product, names[index] ?? '', person)),
  )) as [Walker, Walker, Walker, Walker, Walker];
  const walkers = { super: admin, limited, reader, agent, customer };
  const pages = await makeThings(product, walkers);
  return { product, walkers, pages, codes: await drawnCodes(root) };
}

const names = ['super', 'limited', 'reader', 'agent', 'customer', ''];

/** Drawn texts, which read the same in every language: short codes and codes of invitations. */
async function drawnCodes(root: Api): Promise<Set<string>> {
  const codes = new Set<string>();
  const { content: made } = (
    await root.call<{ content: { short_code: string }[] }>('qr_code_list/inquire', { page_size: 100 })
  ).content;
  for (const { short_code: code } of made) codes.add(code);
  for (const area of ['user', 'administrator']) {
    const { content } = (
      await root.call<{ content: { invitation_code: string }[] }>(`${area}/inquire`, { page_size: 100 })
    ).content;
    for (const { invitation_code: code } of content) codes.add(code);
  }
  return codes;
}

/** The right of each screen. */
async function screenRights(root: Api): Promise<string[]> {
  const { content } = (
    await root.call<{ content: { type: number; permission: string | null }[] }>('role/tree')
  ).content;
  return content.flatMap(({ type, permission }) => (type === 1 && permission !== null ? [permission] : []));
}

/**
 * The reader has every screen and nothing to press on it. The limited operator has every other screen and, of each, every
 * other button: so each button is before one of these people and not before another.
 */
function rightsOfOperators(screens: readonly Screen[], ofScreens: readonly string[]) {
  const verbs = [...new Set(screens.flatMap(({ buttons }) => buttons))].filter(
    (permission) => !(permission in WITHOUT_BUTTON) && !ofScreens.includes(permission),
  );
  const rows = Object.keys(WITHOUT_BUTTON).filter((permission) => /:(read|read_all)$/.test(permission));
  return {
    reader: [...new Set([...ofScreens, ...rows])],
    limited: [...new Set([...ofScreens.filter(isEven), ...rows, ...verbs.filter(isEven)])],
  };
}

const isEven = (_: unknown, index: number) => index % 2 === 0;

async function operatorOf(
  product: Product,
  root: Api,
  account: string,
  permissions: readonly string[],
): Promise<Credentials> {
  const role = await makeRole(root, `Role of ${account}`, permissions);
  await operatorWith(product, root, { account, role });
  return { account, password: `${account}1Own`.replace(/[^A-Za-z0-9]/g, '') };
}

async function walkerOf(product: Product, name: string, credentials: Credentials): Promise<Walker> {
  const api = await signIn(product.origin, credentials);
  const { user_info: user } = (
    await api.call<{ user_info: { is_super: boolean; permissions: string[] } }>('administrator/profile')
  ).content;
  const held = new Set(user.permissions);
  const screens = screensOf(await menuOf(api));
  return { name, credentials, api, screens, may: (permission) => user.is_super || held.has(permission) };
}

async function makeThings(product: Product, walkers: WalkWorld['walkers']): Promise<WalkWorld['pages']> {
  const { api: root } = walkers.super;
  const add = async (api: Api, name: string) =>
    (
      await api.call<Made>('qr_code_list/add', {
        ...{ name, targets: TARGETS, short_code: name.replace(' ', '') },
        // Each visit is kept, so that there is something to press beside it.
        open_log: 2,
      })
    ).content;
  const code = await add(walkers.customer.api, 'Walked door');
  const frozen = await add(root, 'Walked wall');
  const gate = await add(walkers.agent.api, 'Walked gate');
  const pool = await addPool(walkers.customer.api);
  const gatePool = await addPool(walkers.agent.api);
  const batch = await addBatch(walkers.customer.api);
  const gateBatch = await addBatch(walkers.agent.api);
  await root.call('qr_code_list/freeze', { ids: [frozen.id], reason: 'Walked over' });
  const binned = await add(root, 'Walked away');
  await root.call('qr_code_list/update_remove', { id: binned.id, remove: 2 });
  await report(root, `${product.origin}/${code.short_code}`);
  for (const { short_code } of [code, gate]) await visitFromAfar(`${product.origin}/${short_code}`);
  await root.call('message/send', { to: 'all', title: 'Walked news', content: 'Walked on' });
  const provider = { name: 'Walked provider', endpoint: 'https://api.example/?u={url}' };
  await root.call('url_key_platform/add', provider);
  await root.call('visit_block/add', { value: 'walked-over.example' });
  const link = await add(root, 'Walked link');
  // Links come by the file, as long work whose name is in the language of who began it.
  await withStore(product, (database: mongo.Db) =>
    database.collection<{ _id: string }>('qr_code').updateOne({ _id: link.id }, { $set: { is_link: true } }),
  );
  await root.call('ip_black/add', { ip: '203.0.113.77', reason: 'Walked away' });
  await root.call('server_ip_black/add', { ip: '203.0.113.78', remark: 'Walks by itself' });
  await root.call('language/add', { code: 'fr-FR', title: 'Walked tongue' });
  await root.call('vip_combo/add', { name: 'Walked plan', price: '9900000', state: 'on' });
  await addServers(root);
  await addToMall(root);
  const domains: Record<string, string> = {};
  for (const walker of Object.values(walkers))
    domains[walker.name] = await giveOwnThings(product, root, walker);
  const role = await makeRole(root, 'Walked role', ['qr.code:read']);
  await operatorWith(product, root, { account: 'dada.walk', role });
  const first = async (call: string, body: object = {}) =>
    (await root.call<{ content: { id: string }[] }>(call, body)).content.content[0]?.id ?? '';
  const person = await first('user/inquire', { search: 'chui.walk' });
  const off = await first('user/inquire', { search: 'paka.walk' });
  const above = await first('user/inquire', { search: 'aziza.walk' });
  await seatPeople(root, { person, off, above });
  await until('the visits are counted', async () => {
    const { content } = await walkers.customer.api.call<{ count: number }>('visitor/user_inquire');
    return content.count > 0;
  });
  const lent = (await root.call<{ id: string }>('domain_list/add_platform', { name: 'walked.example.org' }))
    .content.id;
  const [offered] = await Promise.all([giveReserve(product, lent), addProvider(root)]);
  const operator = await first('administrator/inquire', { account: 'dada.walk' });
  const views = {
    set_qr_code: pagesOfCode(code),
    internal_code_grouping: tabs(pool, 'codes', 'settings'),
    print_batch: tabs(batch, 'settings'),
    user_list: [
      ...tabs(person, 'codes', 'money', 'access', 'history', 'wallet.person_membership'),
      `?id=${off}`,
    ],
    administrators: tabs(operator, 'money', 'access', 'explain', 'history'),
    role: [...tabs(role, 'people', 'explain', 'compare'), '?view=menu'],
    abuse_desk: tabs(await first('abuse_report/inquire'), 'history'),
    message_list: ['?tab=sent'],
    sent_message: tabs(await first('sent_message/inquire'), 'text'),
    configuration: ['?tab=history'],
    subscriber_config_default: ['?tab=history'],
    ...pagesOfContent(await addContent(root)),
    script: ['?tab=runs'],
    home_page_config: ['?tab=versions'],
    image_config: ['?tab=files'],
    language_word: ['?language=fr-FR'],
    js_config: ['?type=4'],
    mail_config: ['?tab=letters'],
    monitor: ['?tab=limits'],
    pay_config: ['?tab=providers'],
    bill: ['?tab=closing'],
    ...SHIELD_VIEWS,
    update_password: ['second_factor', 'sessions', 'keys', 'data'].map((tab) => `?tab=${tab}`),
    domain_monitor: tabs(domains.customer ?? '', 'history'),
    hold_domain: ['?list=take_overs', `?id=${offered}`],
    domain_list: tabs(domains.customer ?? '', 'codes', 'forwards', 'settings'),
    plugins: ['?view=archives', '?view=contributions', '?view=history'],
  };
  const every = Object.values(walkers).map(({ name, may }) => {
    // An operator without the right to all customers has a list of none.
    const people = may('system.user:read_all') || name === 'agent' ? views.user_list : [];
    const ofPlatform = may('domain.domain:read_all') ? [`?id=${lent}`] : [];
    // What is kept for the own other ones is the reader's own.
    const own = `?id=${domains[name] ?? ''}`;
    return [
      name,
      { ...views, user_list: people, domain_list: [...views.domain_list, own, ...ofPlatform] },
    ] as const;
  });
  return {
    ...Object.fromEntries(every),
    agent: {
      ...views,
      set_qr_code: pagesOfCode(gate),
      internal_code_grouping: tabs(gatePool, 'codes', 'settings'),
      print_batch: tabs(gateBatch, 'settings'),
      domain_monitor: tabs(domains.agent ?? '', 'history'),
      domain_list: tabs(domains.agent ?? '', 'codes', 'forwards', 'settings'),
    },
  };
}

/** One of everything in the mall, and an order of it. */
async function addToMall(root: Api): Promise<void> {
  const category = (await root.call<Made>('mall_category/add', { title: 'Walked shelf' })).content.id;
  await root.call('mall_brand/add', { title: 'Walked brand' });
  const chair = { title: 'Walked chair', category, price: '9900000', stock: 9, external_id: 'W-1' };
  await root.call('mall_product/add', chair);
  const items = [{ external_id: 'W-1', quantity: 2 }];
  await root.call('mall_order/add', {
    key: 'walked-order',
    external_id: 'WALK-1',
    items,
    amount: '19800000',
  });
}

/** One is told by mail and has a superior, as another has, who is disabled. */
async function seatPeople(
  root: Api,
  { person, off, above }: Record<'person' | 'off' | 'above', string>,
): Promise<void> {
  const versionOf = async (id: string) =>
    (await root.call<{ version: number }>('user/details', { id })).content.version;
  await root.call('user/update', {
    id: person,
    version: await versionOf(person),
    email: 'chui@walk.example',
  });
  for (const id of [person, off])
    await root.call('user/move', { id, version: await versionOf(id), superior: above });
  await root.call('user/disable', { ids: [off], codes: 'keep' });
}

/** A name of the platform in reserve, and that a policy blocks it, which a person decides about. Answers the take-over. */
async function giveReserve(product: Product, domain: string): Promise<string> {
  const now = new Date();
  const columns = { version: 1, create_time: now, update_time: now, remove_time: null, remove_by: null };
  const named = { shown: 'walked.example.org', name: 'walked.example.org', type: 1 };
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
  await withStore(product, async (database: mongo.Db) => {
    const rows = (name: string) => database.collection<{ _id: string }>(name);
    await rows('domain_spare').insertOne({ _id: domain, ...columns, ...named, position: 0 } as never);
    await rows('domain_take_over').insertOne({
      ...{ _id: id, ...columns, ...named, from_domain: domain, holder: '0'.repeat(24), state: 'offered' },
      ...{ to_shown: '', to_name: '', to_domain: '', reason: 'policy', fault: '', hint: 'policy' },
      ...{ is_policy: true, is_open: true, holds_spare: false, is_unsettled: true, notices: [] },
      ...{ has_notices: false, total: 0, codes: 0, returned: 0, left: 0, begun_by: '', back_by: '' },
      ...{ begin_time: null, moved_time: null, works_time: null, back_time: null },
    } as never);
  });
  return id;
}

/** A rotation and a text with their types, the text at a public address. Answers the id of the text. */
async function addContent(root: Api): Promise<string> {
  const add = async (call: string, body: object) => (await root.call<{ id: string }>(call, body)).content.id;
  const type = await add('rotation_type/add', { title: 'Walked round', show_on_home: 2 });
  await add('rotation/add', { title: 'Walked slide', type, jump_address: 'message_list' });
  await add('file/add', { name: 'walked.txt', data: btoa('walked') });
  const kind = await add('image_text_type/add', { title: 'Walked help' });
  const text = { title: 'Walked text', type: kind, content: '<p>Walked on</p>' };
  return add('image_text/add', { ...text, show_on_home: 2, address: 'walked' });
}

/** A server whose key nobody has confirmed, and a script. */
async function addServers(root: Api): Promise<void> {
  const server = { name: 'Walked server', host: '127.0.0.1', port: 9, account: 'nobody' };
  const add = async (call: string, body: object) => (await root.call<{ id: string }>(call, body)).content.id;
  await add('server_list/add', { ...server, method: 'password', secret: 'walked' });
  await add('script/add', { name: 'Walked script', program: 'true' });
}

/** A print batch that is ready. */
async function addBatch(api: Api): Promise<string> {
  const body = { name: 'Walked stickers', size: 3 };
  const { id, batch } = (await api.call<{ id: string; batch: string }>('print_batch/make', body)).content;
  await endOf(api, id);
  return batch;
}

/** A pool with two items, one of which can be moved down. */
async function addPool(api: Api): Promise<string> {
  const pool = (await api.call<{ id: string }>('internal_code_grouping/add', { name: 'Walked pool' })).content
    .id;
  for (const name of ['Walked first', 'Walked second'])
    await api.call('pool_item/add', { pool, name, target: { url: 'https://example.com/' } });
  return pool;
}

const pagesOfCode = ({ id }: Made) => tabs(id, 'visits', 'targets', 'design', 'access', 'history');

const pagesOfContent = (text: string) => ({
  home: [`?text=${text}`],
  image_text: ['?id=new', ...tabs(text, 'edit')],
});

const tabs = (id: string, ...more: string[]) => [`?id=${id}`, ...more.map((tab) => `?id=${id}&tab=${tab}`)];

/** A code, an API key and an operation that failed: rows of the own lists, whoever may make them. Answers the domain. */
async function giveOwnThings(product: Product, root: Api, { api, credentials }: Walker): Promise<string> {
  const { user_info: user } = (await api.call<{ user_info: { id: string } }>('administrator/profile'))
    .content;
  const owner = { id: user.id, account: credentials.account, api };
  const code = {
    ...{ name: 'Walked step', targets: TARGETS },
    short_code: `walked${credentials.account.slice(0, 4)}`,
  };
  const { id } = (await root.call<Made>('qr_code_list/add', code)).content;
  await root.call('qr_code_list/change_owner', { ids: [id], owner: user.id });
  return withStore(product, async (database: mongo.Db) => {
    for (const area of OWN_THINGS) {
      const kind = OBJECTS[area];
      if (kind?.kind === 'owned')
        await kind.make({ owner, collection: database.collection(kind.collection) });
    }
    return ownDomain(owner, database);
  });
}

/** A proved domain of the own, by its id: all that can be done with one is there. */
async function ownDomain(owner: Owner, database: mongo.Db): Promise<string> {
  const kind = OBJECTS.domain_list;
  if (kind?.kind !== 'owned') throw new TypeError('domains have owners');
  const collection = database.collection<{ _id: string }>(kind.collection);
  const id = await kind.make({ owner, collection: collection as never });
  await collection.updateOne({ _id: id }, { $set: { state: 'proved' } });
  const watched = OBJECTS.domain_monitor;
  if (watched?.kind !== 'owned') throw new TypeError('watched domains have owners');
  const watches = database.collection<{ _id: string }>(watched.collection);
  const made = await watched.make({ owner, collection: watches as never });
  const row = await watches.findOneAndDelete({ _id: made });
  if (row !== null) await watches.replaceOne({ _id: id }, { ...row, _id: id }, { upsert: true });
  const rule = OBJECTS.forward;
  if (rule?.kind !== 'owned') throw new TypeError('forwards have owners');
  const rules = database.collection<{ _id: string }>(rule.collection);
  const forward = await rule.make({ owner, collection: rules as never });
  await rules.updateOne({ _id: forward }, { $set: { domain: id } });
  return id;
}
