import { errors, type Locale, type MenuPlace } from '@waypost/contract';
import { type Caller, type Clock, newId, type Random, type RoleKind } from '@waypost/sdk';
import { isDuplicateKey } from '../../storage/index.ts';
import type { Catalogue } from '../catalogue.ts';
import { type Collections, ROLE_KEYS, type RoleKey, roleKind } from '../collections.ts';
import { isOwnNode } from '../menu/node-ids.ts';

/** A role as callers and screens need it. */
export interface RoleFacts {
  id: string;
  key: string;
  /** What an operator called it; empty: the words of its key. */
  name: string;
  kind: RoleKind;
  isSuper: boolean;
  /** Nodes of active plugins only; the super administrator holds all of them. */
  permissions: ReadonlySet<string>;
  /** All that it was given, also of plugins that are off. */
  given: ReadonlySet<string>;
}

export interface Roles {
  /** Makes those of the four roles (docs/product.md, "Roles and menu") that are missing. */
  seed(): Promise<void>;
  /** Gives roles the nodes of new menu places that name them; each node once, so that an operator's withdrawal stays. */
  grantDefaults(): Promise<void>;
  /** The role as the store has it now; undefined when it does not exist. */
  find(id: string): Promise<RoleFacts | undefined>;
  /** Every role as the store has it now, by id. */
  byId(): Promise<ReadonlyMap<string, RoleFacts>>;
  all(): Promise<RoleFacts[]>;
  idOf(key: RoleKey): Promise<string>;
  /** Id of the role that whoever registers gets: the one that operators chose, else that of customers. */
  registrationRole(): Promise<string>;
  /** Empty when there is no such role. */
  nameOf(id: string, locale: Locale): Promise<string>;
  /** Errors: `forbidden` 403 when the role can do something that the caller cannot. */
  requireWithin(role: string, caller: Caller): Promise<void>;
  /** Errors: `forbidden` 403 for the first of the nodes that the caller does not hold. */
  requireHeld(nodes: Iterable<string>, caller: Caller): Promise<void>;
}

/** Id, among the settings, of what operators chose for people who register. */
export const DEFAULT_ROLE = 'default_role';

export function createRoles(options: {
  collections: Collections;
  catalogue: Catalogue;
  clock: Clock;
  random: Random;
}): Roles {
  const { catalogue } = options;
  const collection = options.collections.roles;
  let known: { stamp: string; roles: ReadonlyMap<string, RoleFacts> } | undefined;

  /** What any process changes holds at once: each look asks the store for versions, and for roles when these differ. */
  async function read(): Promise<ReadonlyMap<string, RoleFacts>> {
    const generation = catalogue.generation();
    const versions = await collection.find({}, { projection: { version: 1 } }).toArray();
    const stamp = [generation, ...versions.map(({ _id, version }) => `${_id}@${version}`).sort()].join(' ');
    if (known?.stamp === stamp) return known.roles;
    const roles = await readAll(options);
    known = { stamp, roles };
    return roles;
  }

  async function requireHeld(nodes: Iterable<string>, caller: Caller): Promise<void> {
    if (caller.isSuper) return;
    const own = (await read()).get(caller.role)?.given ?? new Set();
    const active = activeNodes(catalogue);
    // A key and a one-time password are less than the account's role: of what is off they hold nothing.
    const hasDormant = caller.via === 'session' && !caller.hasOneTimePassword && !caller.lacksSecondFactor;
    for (const node of nodes) {
      if (caller.permissions.has(node)) continue;
      if (!isActive(active, node) && hasDormant && own.has(node)) continue;
      throw errors.forbidden.create({ permission: node });
    }
  }

  const all = async () => [...(await read()).values()];
  return {
    all,
    byId: read,
    find: async (id) => (await read()).get(id),
    idOf: async (key) => {
      const role = (await all()).find((candidate) => candidate.key === key);
      if (!role) throw new Error(`role ${key} is missing from the store`);
      return role.id;
    },
    registrationRole: async () => {
      const chosen = await options.collections.settings.findOne({ _id: DEFAULT_ROLE });
      const found = await all();
      const role =
        found.find(({ id, kind }) => id === chosen?.value && kind !== 'operator') ??
        found.find(({ key }) => key === 'customer');
      if (!role) throw new Error('role customer is missing from the store');
      return role.id;
    },
    nameOf: async (id, locale) => {
      const role = (await read()).get(id);
      if (!role) return '';
      return role.name || catalogue.translate(locale, `role.${role.key}`);
    },
    requireHeld,
    requireWithin: async (role, caller) => {
      if (caller.isSuper) return;
      const facts = (await read()).get(role);
      if (!facts || facts.isSuper) throw errors.forbidden.create({ permission: '*' });
      await requireHeld(facts.given, caller);
    },
    seed: () => seedRoles(options),
    grantDefaults: async () => {
      // Once given to anybody a node is known: which roles have it is for operators to say, not for a later release.
      const known = new Set((await collection.find({}).toArray()).flatMap(({ granted }) => granted));
      const gifts = [...defaultNodes(catalogue)]
        .map(([key, nodes]) => ({ key, fresh: [...nodes].filter((node) => !known.has(node)) }))
        .filter(({ fresh }) => fresh.length > 0);
      if (gifts.length === 0) return;
      // All in one message: a process that ends between two of them would leave a role without its share.
      await collection.bulkWrite(
        gifts.map(({ key, fresh }) => ({
          updateOne: {
            filter: { key },
            update: {
              $addToSet: { permissions: { $each: fresh }, granted: { $each: fresh } },
              $inc: { version: 1 },
            },
          },
        })),
      );
    },
  };
}

const activeNodes = (catalogue: Catalogue) => new Set(catalogue.permissions().map(({ node }) => node));

/** What operators added themselves is there as long as it is in a role: no plugin takes it away. */
const isActive = (active: ReadonlySet<string>, node: string) => active.has(node) || isOwnNode(node);

async function readAll({
  collections,
  catalogue,
}: {
  collections: Collections;
  catalogue: Catalogue;
}): Promise<ReadonlyMap<string, RoleFacts>> {
  const active = activeNodes(catalogue);
  const roles = new Map<string, RoleFacts>();
  for (const document of await collections.roles.find({}).toArray()) {
    const { _id: id, key, name = '', permissions } = document;
    const isSuper = key === 'super';
    const held = isSuper ? active : new Set(permissions.filter((node) => isActive(active, node)));
    const given = new Set(permissions);
    roles.set(id, { id, key, name, kind: roleKind(document), isSuper, permissions: held, given });
  }
  return roles;
}

async function seedRoles(options: { collections: Collections; clock: Clock; random: Random }): Promise<void> {
  const { clock, collections } = options;
  for (const key of ROLE_KEYS) {
    const fields = {
      _id: newId({ clock, random: options.random }),
      name: '',
      remarks: '',
      permissions: [],
      granted: [],
      guard: 0,
      version: 1,
      create_time: clock.date(),
      update_time: clock.date(),
    };
    try {
      await collections.roles.updateOne({ key }, { $setOnInsert: fields }, { upsert: true });
    } catch (error) {
      // Another process seeds at the same time: the role is there, which is all that matters.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}

const isAdministrators = ({ administratorsOnly = [] }: MenuPlace, node: string): boolean =>
  node.endsWith(':read_all') || administratorsOnly.includes(node);

/** What each role gets by default. Only administrators see what belongs to others. */
export function defaultNodes(catalogue: Catalogue): Map<string, Set<string>> {
  const nodes = new Map<string, Set<string>>();
  for (const { place, permission, buttons } of catalogue.menus()) {
    for (const role of place.roles ?? []) {
      const given = nodes.get(role) ?? new Set();
      nodes.set(role, given);
      for (const node of [permission, ...buttons.map((button) => button.permission)])
        if (role === 'administrator' || !isAdministrators(place, node)) given.add(node);
    }
  }
  return nodes;
}
