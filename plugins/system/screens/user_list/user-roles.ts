import { AppError, errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { requireOthersCredentials } from '../../people/use-own-account.ts';
import { fault } from '../role/errors.ts';
import { isBuiltIn } from '../role/resource.ts';
import type { userRoleChoices } from './calls.ts';
import type { UserKind } from './resource.ts';

/** Gives customers another role than the one that everybody has. */
export const CHANGE_ROLE = 'system.user_admin:change_role';

const may = ({ caller }: SignedRequest, node: string) => caller.isSuper || caller.permissions.has(node);

/** What a customer is to be: a role by its id, or by its kind the one that everybody of it has. */
interface Wish {
  role?: string | undefined;
  kind?: UserKind | undefined;
}

/**
 * The role that a wish comes to, when the caller may give it. Errors: `invalid_input` 422 at `role` for one that is not
 * there or is an operator's, `forbidden` 403 for one that can do what the caller cannot.
 */
export async function givenRole(
  context: Pick<PluginContext, 'identity'>,
  { role, kind = 'customer' }: Wish,
  request: SignedRequest,
): Promise<string> {
  const { identity } = context;
  const usual = await identity.roleId('customer');
  const id = role || (await identity.roleId(kind));
  const found = (await identity.roles()).find((one) => one.id === id);
  if (found === undefined || found.kind === 'operator') throw fault('role', 'error.issue.invalid');
  if (id !== usual && !may(request, CHANGE_ROLE)) throw errors.forbidden.create({ permission: CHANGE_ROLE });
  if (id !== usual) requireOthersCredentials(undefined, request);
  await identity.people.requireWithin(id, request.caller);
  return id;
}

/** Roles of customers and agents that the caller may give, those of every installation first. */
export async function givableRoles(
  context: Pick<PluginContext, 'identity'>,
  request: SignedRequest,
): Promise<ResultOf<typeof userRoleChoices>> {
  const { identity } = context;
  const choices: ResultOf<typeof userRoleChoices> = [];
  for (const { id, key, name, kind } of await identity.roles()) {
    if (kind === 'operator' || !(await isWithin(context, id, request))) continue;
    choices.push({ id, kind, name: name || request.translate(`role.${key}`), is_own: !isBuiltIn(key) });
  }
  return choices.sort((one, other) => Number(one.is_own) - Number(other.is_own));
}

async function isWithin(
  { identity }: Pick<PluginContext, 'identity'>,
  role: string,
  request: SignedRequest,
): Promise<boolean> {
  try {
    await identity.people.requireWithin(role, request.caller);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return false;
    throw error;
  }
}
