import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf } from '../api.ts';
import { fileFor } from '../of-plugins.ts';
import { bodyFor } from './matrix-bodies.ts';
import { LISTS, NOT_YET, OBJECTS, OWN_ONLY, objectOf } from './matrix-objects.ts';
import type { ObjectKind, Owner } from './plugin-matrix.ts';
import { makeRole, operatorWith } from './role-people.ts';
import { openWorld, type RouteFacts, type Row, routesOf, type World, withStore } from './world.ts';

// Every call × every role × an object of one's own and of somebody else, asked for real. The calls come from the product's
// own description: a new one is in here by itself, and fails until `testing/matrix.ts` of its plugin
// says what its ids are of.

setDefaultTimeout(240_000);

interface Asker extends Owner {
  name: string;
  held: ReadonlySet<string>;
  isSuper: boolean;
}

let world: World;
let routes: RouteFacts[];
let askers: Asker[];
let stranger: Api;
/** Whose the foreign objects are. */
let ben: Owner;

async function askerOf(name: string, api: Api): Promise<Asker> {
  const { user_info: user } = (
    await api.call<{
      user_info: { id: string; account: string; is_super: boolean; permissions: string[] };
    }>('administrator/profile')
  ).content;
  return {
    name,
    api,
    id: user.id,
    account: user.account,
    held: new Set(user.permissions),
    isSuper: user.is_super,
  };
}

beforeAll(async () => {
  world = await openWorld();
  stranger = apiOf(world.product.origin);
  const role = await makeRole(world.root, 'Of the matrix', [
    ...['qr.code:read', 'qr.code:create', 'qr.code:update', 'system.message:read', 'system.operation:read'],
    ...['system.role:read', 'system.account:read'],
  ]);
  const limited = await operatorWith(world.product, world.root, { account: 'matrix.limited', role });
  askers = await Promise.all([
    askerOf('customer', world.anna),
    askerOf('agent', world.agent),
    askerOf('limited operator', limited.api),
    askerOf('administrator', world.operator),
    askerOf('super administrator', world.root),
  ]);
  ben = await askerOf('ben', world.ben);
  routes = await routesOf(world.product);
});

const areaOf = ({ path }: RouteFacts) => path.slice(0, path.indexOf('/'));
const takesId = ({ body }: RouteFacts) => 'id' in (body.properties ?? {}) || 'ids' in (body.properties ?? {});
const may = ({ isSuper, held }: Asker, permission: string | undefined) =>
  permission === undefined || isSuper || held.has(permission);

/** An address for each role: thousands of calls are more than one may ask in a minute. */
const from = (name: string) => ({
  'x-forwarded-for': `10.62.${askers.findIndex((asker) => name.startsWith(asker.name)) + 1}.1`,
});

test('each call that takes an id says what the id is of', () => {
  const unknown = routes
    .filter((route) => takesId(route) && objectOf(route.path) === undefined)
    .map(({ path }) => `say in ${fileFor(path, 'matrix')} what the id of ${path} is of`);
  expect(unknown).toEqual([]);
  const known = new Set(routes.filter(takesId).flatMap((route) => [areaOf(route), route.path]));
  expect(
    Object.keys(OBJECTS)
      .filter((name) => !known.has(name))
      .map((name) => `${name} takes no id: ${fileFor(`${name}/`, 'matrix')} says what it is of`),
  ).toEqual([]);
});

test('each call × each role: who lacks its right is refused, before anything of the body is looked at', async () => {
  const guarded = routes.filter(({ isPublic, permission }) => !isPublic && permission !== undefined);
  expect(guarded.length).toBeGreaterThan(60);
  for (const asker of askers) {
    const found = await Promise.all(
      guarded.map(
        async ({ path }) =>
          [path, (await asker.api.call(path, { no_such_field: 1 }, from(asker.name))).status] as const,
      ),
    );
    const expected = guarded.map(({ path, permission }) => [path, may(asker, permission) ? 422 : 403]);
    expect([asker.name, Object.fromEntries(found)]).toEqual([asker.name, Object.fromEntries(expected)]);
  }
});

test('each call × each role × own and foreign object: what is somebody’s is found by them, and by who sees everybody’s', async () => {
  const owned = routes.flatMap((route) => {
    const kind = objectOf(route.path);
    return takesId(route) && kind?.kind === 'owned' ? [{ route, kind }] : [];
  });
  expect(owned.length).toBeGreaterThan(20);
  const found: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  await withStore(world.product, async (database) => {
    for (const { route, kind } of owned) {
      const collection = database.collection<Row>(kind.collection);
      const cells: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      const cell = async (name: string, api: Api, owner: Owner, aim: 'reached' | 401 | 403 | 404) => {
        const id = await kind.make({ owner, collection });
        const before = await collection.findOne({ _id: id } as never);
        const answer = await api.call(route.path, await bodyFor(route, id, world), from(name));
        const status = said(route, answer, id);
        cells[name] = status;
        expected[name] = aim === 'reached' ? wantedOf(route, status) : aim;
        if (aim === 'reached') return;
        // Whatever the answer said, nothing of it has changed.
        const after = await collection.findOne({ _id: id } as never);
        if (!Bun.deepEquals(before, after)) cells[`${name}, kept`] = after;
      };
      await cell('anonymous, foreign', stranger, ben, 401);
      for (const asker of askers) {
        const isAllowed = may(asker, route.permission);
        const seesAll = !OWN_ONLY.has(route.path) && sees(asker, kind);
        await cell(`${asker.name}, foreign`, asker.api, ben, isAllowed ? (seesAll ? 'reached' : 404) : 403);
        // Who cannot make one themselves has none.
        if (isAllowed) await cell(`${asker.name}, own`, asker.api, asker, 'reached');
      }
      found[route.path] = cells;
      wanted[route.path] = expected;
    }
  });
  expect(found).toEqual(wanted);
});

/** What a call said of the object: a list that does not name it has not found it. */
function said({ path }: RouteFacts, answer: { status: number; body: unknown }, id: string): number {
  const isSilent = answer.status === 200 && !JSON.stringify(answer.body).includes(id);
  return LISTS.has(path) && isSilent ? 404 : answer.status;
}

function sees({ held, isSuper }: Asker, { readAll }: Extract<ObjectKind, { kind: 'owned' }>): boolean {
  return readAll !== undefined && (isSuper || held.has(readAll));
}

/** A call that was let through to the object: anything but a refusal, a missing object, a body that is none, a fault. */
function wantedOf({ path }: RouteFacts, status: number): unknown {
  const isReached = status < 500 && ![400, 401, 403, 404, 422, 429].includes(status);
  return isReached || status === NOT_YET[path] ? status : 'to be let through';
}
