import { errors } from '@waypost/contract';
import { type Caller, type Clock, newId, type Random } from '@waypost/sdk';
import type { Catalogue } from '../catalogue.ts';
import { type Collections, isDuplicateKey, ROLE_KEYS, type RoleKey } from '../collections.ts';

/** A role as callers and screens need it. */
export interface RoleFacts {
  id: string;
  key: string;
  isSuper: boolean;
  /** Nodes of active plugins only; the super administrator holds all of them. */
  permissions: ReadonlySet<string>;
}

export interface Roles {
  /** Makes those of the four roles (docs/product.md, "Roles and menu") that are missing. */
  seed(): Promise<void>;
  /** Gives roles the nodes of new menu places that name them; each node once, so that an operator's withdrawal stays. */
  grantDefaults(): Promise<void>;
  /** The role, at most a second old; undefined when it does not exist. */
  find(id: string): Promise<RoleFacts | undefined>;
  all(): Promise<RoleFacts[]>;
  idOf(key: RoleKey): Promise<string>;
  /** Errors: `forbidden` 403 when the role can do something that the caller cannot. */
  requireWithin(role: string, caller: Caller): Promise<void>;
}

const MAX_AGE_MS = 1000;

export function createRoles(options: {
  collections: Collections;
  catalogue: Catalogue;
  clock: Clock;
  random: Random;
}): Roles {
  const { catalogue, clock } = options;
  const collection = options.collections.roles;
  let cache: { at: number; generation: number; roles: Map<string, RoleFacts> } | undefined;

  async function read(): Promise<Map<string, RoleFacts>> {
    const [now, generation] = [clock.now(), catalogue.generation()];
    if (cache?.generation === generation && now >= cache.at && now - cache.at < MAX_AGE_MS)
      return cache.roles;
    const active = new Set(catalogue.permissions().map(({ node }) => node));
    const roles = new Map<string, RoleFacts>();
    for (const document of await collection.find({}).toArray()) {
      const isSuper = document.key === 'super';
      const permissions = isSuper ? active : new Set(document.permissions.filter((node) => active.has(node)));
      const id = document._id;
      roles.set(id, { id, key: document.key, isSuper, permissions });
    }
    cache = { at: now, generation, roles };
    return roles;
  }

  const all = async () => [...(await read()).values()];
  return {
    all,
    find: async (id) => (await read()).get(id),
    idOf: async (key) => {
      const role = (await all()).find((candidate) => candidate.key === key);
      if (!role) throw new Error(`role ${key} is missing from the store`);
      return role.id;
    },
    requireWithin: async (role, caller) => {
      if (caller.isSuper) return;
      const facts = (await read()).get(role);
      const beyond =
        facts && !facts.isSuper ? [...facts.permissions].find((node) => !caller.permissions.has(node)) : '*';
      if (beyond !== undefined) throw errors.forbidden.create({ permission: beyond });
    },
    seed: async () => {
      for (const key of ROLE_KEYS) {
        try {
          await collection.updateOne(
            { key },
            {
              $setOnInsert: {
                _id: newId({ clock, random: options.random }),
                remarks: '',
                permissions: [],
                granted: [],
                guard: 0,
                version: 1,
                create_time: clock.date(),
                update_time: clock.date(),
              },
            },
            { upsert: true },
          );
        } catch (error) {
          // Another process seeds at the same time: the role is there, which is all that matters.
          if (!isDuplicateKey(error)) throw error;
        }
      }
      cache = undefined;
    },
    grantDefaults: async () => {
      for (const [key, nodes] of defaultNodes(catalogue)) {
        const role = await collection.findOne({ key });
        const fresh = [...nodes].filter((node) => !role?.granted.includes(node));
        if (fresh.length === 0) continue;
        await collection.updateOne(
          { key },
          { $addToSet: { permissions: { $each: fresh }, granted: { $each: fresh } } },
        );
      }
      cache = undefined;
    },
  };
}

/** What each role gets by default. Only administrators see what belongs to others. */
export function defaultNodes(catalogue: Catalogue): Map<string, Set<string>> {
  const nodes = new Map<string, Set<string>>();
  for (const { place, permission, buttons } of catalogue.menus()) {
    for (const role of place.roles ?? []) {
      const given = nodes.get(role) ?? new Set();
      nodes.set(role, given);
      for (const node of [permission, ...buttons.map((button) => button.permission)])
        if (role === 'administrator' || !node.endsWith(':read_all')) given.add(node);
    }
  }
  return nodes;
}
