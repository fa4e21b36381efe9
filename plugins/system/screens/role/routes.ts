import { AppError, errors } from '@waypost/contract';
import { newRow, newVersion, type Session, type SignedRequest, type Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { administrator } from '../administrators/resource.ts';
import {
  ARRANGE,
  roleCompare,
  roleCopy,
  roleDefault,
  roleExplain,
  roleRemove,
  roleTree,
  type TreePlugin,
} from './calls.ts';
import { fault, roleBuiltIn, roleInUse, roleIsDefault } from './errors.ts';
import { explain } from './explain.ts';
import { mountNodes } from './node-routes.ts';
import { isBuiltIn, role } from './resource.ts';
import { findRole, isOperators, requireChangeable, rightsOf } from './rights.ts';
import { bindRoles, countPeople, requireFreeName } from './service.ts';

/** Roles, and the tree of rights that they are made of. */
export function mountRoles(context: PlatformContext): void {
  context.resource(role, bindRoles(context));
  context.permission(ARRANGE);
  mountNodes(context);

  context.call(roleTree, async (_body, request) => {
    const [content, plugins] = await Promise.all([
      context.roles.nodes(request.locale),
      treePlugins(context, request),
    ]);
    return { content, plugins: plugins(content.map(({ plugin }) => plugin)), count: content.length };
  });

  context.call(roleCopy, async ({ id, name }, request) => {
    const found = await findRole(context, id);
    const permissions = await rightsOf(context, found, request);
    if (found.key === 'super') await context.identity.requireRoleWithin(id, request.caller);
    else await context.roles.requireHeld(permissions, request.caller);
    await requireFreeName(context, name);
    const kind = isOperators(found)
      ? 'operator'
      : found.key === 'agent'
        ? 'agent'
        : (found.kind ?? 'customer');
    const row = newRow(context, role, { name: name.trim(), kind, remarks: found.remarks, permissions });
    const after = { ...row, key: row._id };
    await context.model(role).create([after]);
    await context.audit({
      type: 'system.role.copy',
      target: row._id,
      before: { copy_of: id },
      after,
      request,
    });
    return { id: row._id };
  });

  context.call(roleRemove, async ({ id, move_to }, request) => {
    const { before, moved } = await removeRole(context, { id, move_to }, request);
    await context.audit({
      type: 'system.role.remove',
      target: id,
      before,
      after: { move_to: move_to ?? null, moved },
      request,
    });
    return { moved };
  });

  context.call(roleDefault, async ({ id }, request) => {
    const [chosen, found] = await Promise.all([context.roles.defaultRole(), findRole(context, id)]);
    if (isOperators(found)) throw fault('id', 'error.role.not_for_everybody');
    // Whoever registers gets what is new of it, so whoever chooses it has to hold that.
    const had = new Set((await findRole(context, chosen)).permissions);
    const added = found.permissions.filter((node) => !had.has(node));
    await context.roles.requireHeld(added, request.caller);
    await context.transaction((session) => context.roles.changeDefaultRole(id, session));
    await context.audit({
      type: 'system.role.make_default',
      target: id,
      before: { default_role: chosen },
      after: { default_role: id, ...(found.name ? { name: found.name } : {}) },
      request,
    });
    return null;
  });

  context.call(roleCompare, async ({ left, right }, request) => {
    const [one, other] = await Promise.all(
      [left, right].map(async (id) => new Set(await rightsOf(context, await findRole(context, id), request))),
    );
    return {
      only_left: [...(one ?? [])].filter((node) => !other?.has(node)).sort(),
      only_right: [...(other ?? [])].filter((node) => !one?.has(node)).sort(),
    };
  });

  context.call(roleExplain, (body, request) => explain(context, body, request));
}

/** Why nodes of plugins are not in force, by the plugins that the tree names. */
async function treePlugins(
  context: PlatformContext,
  request: SignedRequest,
): Promise<(named: readonly string[]) => TreePlugin[]> {
  const known = new Map((await context.plugins.list()).map((plugin) => [plugin.id, plugin]));
  return (named) =>
    [...new Set(named)]
      .filter((id) => id !== '')
      .map((id) => {
        const plugin = known.get(id);
        const name = plugin?.names[request.locale] ?? id;
        // What serves, serves: a failed release may have left an older one in place.
        if (plugin?.version) return { id, name, state: '' };
        return {
          id,
          name,
          state: plugin && plugin.state !== 'active' ? plugin.state : plugin ? '' : 'removed',
        };
      });
}

async function removeRole(
  context: PlatformContext,
  { id, move_to }: { id: string; move_to: string | undefined },
  request: SignedRequest,
) {
  const people = context.model(administrator);
  const moveAll = async (session?: Session): Promise<number> => {
    if (move_to === undefined) return 0;
    const move = newVersion<Stored<typeof administrator>>(context, { role: move_to });
    return (await people.updateMany({ role: id }, move, { session })).modifiedCount;
  };
  const done = await context.transaction(async (session) => {
    const before = await findRole(context, id, session);
    if (isBuiltIn(before.key)) throw roleBuiltIn.create();
    await requireChangeable(context, before, request);
    if (id === (await context.roles.defaultRole())) throw roleIsDefault.create();
    const count = (await countPeople(context, [id])).get(id) ?? 0;
    if (move_to !== undefined) await requireTarget(context, { before, move_to }, request);
    else if (count > 0) throw roleInUse.create({ people: count }, { content: { people: count } });
    const moved = await moveAll(session);
    await context.model(role).deleteOne({ _id: id }, { session });
    return { before, moved };
  });
  // Whoever was given the role while it went away would have none: they follow the others.
  return { ...done, moved: done.moved + (await moveAll()) };
}

/** Where people go: to a role of the same kind of people, and what they gain by it the caller holds. */
async function requireTarget(
  context: PlatformContext,
  { before, move_to }: { before: Awaited<ReturnType<typeof findRole>>; move_to: string },
  request: SignedRequest,
): Promise<void> {
  if (move_to === before._id) throw fault('move_to', 'error.role.same');
  const target = await findRole(context, move_to).catch((error: unknown) => {
    const isUnknown = error instanceof AppError && error.code === errors.notFound.code;
    throw isUnknown ? fault('move_to', 'error.role.no_such') : error;
  });
  if (isOperators(target) !== isOperators(before)) throw fault('move_to', 'error.role.other_kind');
  if (target.key === 'super') await context.identity.requireRoleWithin(move_to, request.caller);
  const had = new Set(before.permissions);
  await context.roles.requireHeld(
    target.permissions.filter((node) => !had.has(node)),
    request.caller,
  );
}
