import { errors } from '@waypost/contract';
import type { People } from '@waypost/sdk';
import type { Catalogue } from '../catalogue.ts';
import { defaultNodes, type Roles } from '../roles/roles.ts';

/**
 * A customer's screens are not an operator's, so that nobody is asked to hold what customers have by default. What somebody
 * added to their role would be a way up for whoever can sign in as one of them.
 */
export function customerRights(options: { roles: Roles; catalogue: Catalogue }): People['requireWithin'] {
  return async (role, caller) => {
    if (caller.isSuper) return;
    const facts = await options.roles.find(role);
    if (!facts || facts.isSuper) throw errors.forbidden.create({ permission: '*' });
    const usual = defaultNodes(options.catalogue).get(facts.kind) ?? new Set();
    await options.roles.requireHeld(
      [...facts.given].filter((node) => !usual.has(node)),
      caller,
    );
  };
}
