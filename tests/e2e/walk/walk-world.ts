import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { sayNothingOfPace } from '../../monitor-desk.ts';
import { type Product, startProduct } from '../../product.ts';
import { OBJECTS } from '../../security/matrix-objects.ts';
import { makeRole, operatorWith } from '../../security/role-people.ts';
import { type Row, withStore } from '../../security/world.ts';
import { menuOf, type Screen, screensOf } from './menu-screens.ts';
import type { Views, Walker, WalkerName, WalkPlace } from './plugin-walk.ts';
import { WALKS, WITHOUT_BUTTON } from './verbs.ts';

export interface WalkWorld {
  product: Product;
  walkers: WalkPlace['walkers'];
  /** Addresses of pages of one thing and of other views, by the screen that has them, for each walker by name. */
  pages: Readonly<Record<string, Views>>;
  /** Texts that read the same in every language: drawn codes, and what is written once. */
  codes: ReadonlySet<string>;
}

/** A product with one of everything that screens have buttons for, and one person of each kind. */
export async function openWalkWorld(): Promise<WalkWorld> {
  const product = await startProduct({ env: { SSH_SERVERS: 'on' } });
  const root = await signIn(product.origin, product.administrator);
  await sayNothingOfPace(root);
  const [agent, customer] = await Promise.all([
    createAccount(product, { account: 'aziza.walk', role: 'agent' }),
    createAccount(product, { account: 'chui.walk', role: 'customer' }),
  ]);
  const rights = rightsOfOperators(screensOf(await menuOf(root)), await screenRights(root));
  const operators = {
    limited: await operatorOf(product, root, 'limited.walk', rights.limited),
    reader: await operatorOf(product, root, 'reader.walk', rights.reader),
  };
  const walkers = {
    super: await walkerOf(product, 'super', product.administrator),
    limited: await walkerOf(product, 'limited', operators.limited),
    reader: await walkerOf(product, 'reader', operators.reader),
    agent: await walkerOf(product, 'agent', agent),
    customer: await walkerOf(product, 'customer', customer),
  };
  const pages = await makeThings({ product, walkers });
  return { product, walkers, pages, codes: await drawnTexts(root) };
}

const drawnTexts = async (root: Api): Promise<Set<string>> =>
  new Set((await Promise.all(WALKS.map(async (walk) => (await walk.drawnTexts?.(root)) ?? []))).flat());

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

async function walkerOf(product: Product, name: WalkerName, credentials: Credentials): Promise<Walker> {
  const api = await signIn(product.origin, credentials);
  const { user_info: user } = (
    await api.call<{ user_info: { id: string; is_super: boolean; permissions: string[] } }>(
      'administrator/profile',
    )
  ).content;
  const held = new Set(user.permissions);
  const screens = screensOf(await menuOf(api));
  const owner = { id: user.id, account: credentials.account, api };
  return {
    name,
    credentials,
    api,
    owner,
    screens,
    may: (permission) => user.is_super || held.has(permission),
  };
}

/** Has each plugin make its things, gives everybody rows of their own, and answers the views of screens for each walker. */
async function makeThings({ product, walkers }: WalkPlace): Promise<WalkWorld['pages']> {
  const views: ((walker: Walker) => Views)[] = [];
  for (const walk of WALKS) if (walk.makeThings) views.push(await walk.makeThings({ product, walkers }));
  await withStore(product, async (database) => {
    for (const { owner } of Object.values(walkers))
      for (const area of WALKS.flatMap(({ ownThings = [] }) => ownThings)) {
        const kind = OBJECTS[area];
        if (kind?.kind !== 'owned') throw new TypeError(`${area}: its rows are nobody's own`);
        await kind.make({ owner, collection: database.collection<Row>(kind.collection) });
      }
  });
  return Object.fromEntries(
    Object.values(walkers).map((walker) => [walker.name, together(views.map((of) => of(walker)))]),
  );
}

/** Several plugins may each have views of one screen. */
function together(some: readonly Views[]): Views {
  const all: Record<string, string[]> = {};
  for (const [route, views] of some.flatMap(Object.entries<readonly string[]>))
    all[route] = [...(all[route] ?? []), ...views];
  return all;
}
