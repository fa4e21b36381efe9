import { AppError, errors, YesNo } from '@waypost/contract';
import { newId, type ResourceBinding, type SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { administrator } from '../administrators/resource.ts';
import { fault } from './errors.ts';
import { isBuiltIn, type RoleRow, role } from './resource.ts';
import { changedRights, requireChangeable, type StoredRole } from './rights.ts';

/** The functions behind resource `system.role`. */
export function bindRoles(context: PlatformContext): ResourceBinding<typeof role> {
  return {
    beforeCreate: async (body) => {
      await requireFreeName(context, body.name ?? '');
      return { ...body, key: newId(context), permissions: [] };
    },
    beforeUpdate: async (body, { request, before }) => {
      const found = before as StoredRole;
      await requireChangeable(context, found, request);
      const { id, version: _version, name, permissions, ...fields } = body;
      const change: Record<string, unknown> = { ...fields };
      if (name !== undefined && !isBuiltIn(found.key)) {
        await requireFreeName(context, name, id);
        change.name = name;
      }
      if (permissions !== undefined)
        change.permissions = await changedRights(context, { before: found, permissions }, request);
      return change;
    },
    present: (rows, request) => present(context, rows, request),
  };
}

/** Two roles of one name could not be told apart. Errors: `duplicate` 409. */
export async function requireFreeName(context: PlatformContext, name: string, id?: string): Promise<void> {
  const text = name.trim();
  if (text === '') throw fault('name', 'error.role.name_empty');
  const taken = await context.model(role).exists({ name: text, ...(id ? { _id: { $ne: id } } : {}) });
  if (taken)
    throw errors.duplicate.create(
      { field: 'name' },
      { errors: [{ path: 'name', message: 'error.issue.duplicate' }] },
    );
}

async function present(
  context: PlatformContext,
  rows: RoleRow[],
  request: SignedRequest,
): Promise<RoleRow[]> {
  const [chosen, people, changeable] = await Promise.all([
    context.roles.defaultRole(),
    countPeople(
      context,
      rows.map(({ id }) => id),
    ),
    Promise.all(rows.map((row) => isChangeable(context, row, request))),
  ]);
  return rows.map((row, index) => ({
    ...row,
    kind: row.key === 'agent' || row.key === 'customer' ? row.key : (row.kind ?? 'operator'),
    name: row.name || request.translate(`role.${row.key}`),
    people: people.get(row.id) ?? 0,
    is_default: row.id === chosen ? YesNo.yes : YesNo.no,
    is_built_in: isBuiltIn(row.key) ? YesNo.yes : YesNo.no,
    may_change: changeable[index] ?? false,
  }));
}

async function isChangeable(
  context: PlatformContext,
  row: RoleRow,
  request: SignedRequest,
): Promise<boolean> {
  const { isSuper, permissions } = request.caller;
  if (!isSuper && !permissions.has(`${role.name}:update`)) return false;
  return requireChangeable(context, { ...row, _id: row.id }, request).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === errors.forbidden.code) return false;
      throw error;
    },
  );
}

/** How many people have each of some roles. */
export async function countPeople(
  context: PlatformContext,
  roles: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const counts = await Promise.all(
    roles.map(async (id) => {
      const filter = { role: id, remove_time: null };
      return [id, await context.model(administrator).countDocuments(filter)] as const;
    }),
  );
  return new Map(counts);
}
