import { YesNo } from '@waypost/contract';
import { requireRow, type SignedRequest, type Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { fault, roleSuper } from './errors.ts';
import { role } from './resource.ts';

export type StoredRole = Stored<typeof role>;

/** Those who run the platform are compared with their role as a whole; customers' screens are not an operator's. */
export const isOperators = ({ key, kind }: Pick<StoredRole, 'key' | 'kind'>) =>
  key !== 'agent' && key !== 'customer' && (kind ?? 'operator') === 'operator';

/**
 * Whether a caller may change a role at all: nobody changes what operators can do that they cannot themselves.
 * Errors: `forbidden` 403.
 */
export async function requireChangeable(
  context: PlatformContext,
  found: Pick<StoredRole, '_id' | 'key' | 'kind'>,
  request: SignedRequest,
): Promise<void> {
  if (isOperators(found)) await context.identity.requireRoleWithin(found._id, request.caller);
}

/**
 * What a role is to have from now on, when the caller may give it that: whatever is new they hold themselves.
 * Errors: `role_super` 409, `invalid_input` 422, `forbidden` 403.
 */
export async function changedRights(
  context: PlatformContext,
  change: { before: StoredRole; permissions: readonly string[] },
  request: SignedRequest,
): Promise<string[]> {
  const { before } = change;
  if (before.key === 'super') throw roleSuper.create();
  const permissions = [...new Set(change.permissions)].sort();
  const had = new Set(before.permissions);
  const added = permissions.filter((node) => !had.has(node));
  await context.roles.requireHeld(added, request.caller);
  const nodes = await context.roles.nodes(request.locale);
  const known = new Set(
    nodes
      .filter(({ allow_selection }) => allow_selection === YesNo.yes)
      .flatMap(({ permission }) => permission ?? []),
  );
  if (added.some((node) => !known.has(node))) throw fault('permissions', 'error.role.permission_unknown');
  return permissions;
}

/** A role as the store has it. Errors: `not_found` 404. */
export async function findRole(
  context: PlatformContext,
  id: string,
  session?: Parameters<Parameters<PlatformContext['transaction']>[0]>[0],
): Promise<StoredRole> {
  return requireRow(
    context
      .model(role)
      .findById(id)
      .session(session ?? null)
      .lean(),
  );
}

/** What a role can do: everything that active plugins declare, for the super administrator. */
export async function rightsOf(
  context: PlatformContext,
  found: StoredRole,
  request: SignedRequest,
): Promise<string[]> {
  if (found.key !== 'super') return [...found.permissions];
  const nodes = await context.roles.nodes(request.locale);
  return nodes.flatMap(({ permission, is_active }) => (is_active && permission !== null ? [permission] : []));
}
