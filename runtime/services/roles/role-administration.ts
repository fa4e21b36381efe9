import type { RoleAdministration } from '@waypost/sdk/platform';
import type { Catalogue } from '../catalogue.ts';
import type { Collections } from '../collections.ts';
import { permissionNodes } from '../menu/permission-nodes.ts';
import { DEFAULT_ROLE, type Roles } from './roles.ts';

/** Roles and the tree of rights for the platform's own plugin; the words are in the SDK's type. */
export function createRoleAdministration(options: {
  collections: Collections;
  catalogue: Catalogue;
  roles: Roles;
}): RoleAdministration {
  const { catalogue, collections, roles } = options;
  return {
    nodes: async (locale) => {
      const [remembered, changes] = await Promise.all([
        collections.declaredNodes.find({}).toArray(),
        collections.menuNodes.find({}).toArray(),
      ]);
      return permissionNodes({
        catalogue,
        locale,
        changes,
        remembered: remembered.flatMap(({ nodes }) => nodes),
      });
    },
    requireHeld: roles.requireHeld,
    defaultRole: roles.registrationRole,
    changeDefaultRole: async (role, session) => {
      await collections.settings.updateOne(
        { _id: DEFAULT_ROLE },
        { $set: { value: role } },
        { upsert: true, session },
      );
    },
  };
}
