import { errors, YesNo } from '@waypost/contract';
import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { beginsWith } from '../../people/search.ts';
import { zUserExport } from './calls.ts';
import { SEE_ALL_USERS, type UserKind, userResource } from './resource.ts';
import { customerRoles, onlineFilter } from './service.ts';

export const zUserExportInput = z.strictObject({
  query: zUserExport,
  /** Whose customers the call that began it reached; null, and before there was this field: everybody's. */
  below: z.string().nullable().optional(),
});

const COLUMNS = [
  'account',
  'name',
  'kind',
  'phone',
  'email',
  'superior_account',
  'share_ratio',
  'member_expiry',
  'domain_quota',
  'disabled',
  'invitation_code',
  'login_time',
  'login_ip',
  'register_time',
  'register_ip',
  'register_source',
] as const;

/** Rows between two notes of how far it is. */
const PORTION = 500;

/** Writes the customers of a query as a table, row by row: the whole list is never in memory. */
export async function exportUsers(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zUserExportInput>>,
): Promise<void> {
  const { translate, signal } = run;
  const { format, sort_field: _, sort_order: __, ...query } = run.input.query;
  const model = context.model(userResource);
  const reached = await reachOf(context, run.owner);
  const roles = await customerRoles(context);
  const filter = {
    $and: [await filterOf(context, query, roles), customersOf(run.input.below), customersOf(reached)],
  };
  const count = await model.countDocuments(filter);
  run.progress(0, count);
  const day = todayOf(context);
  const table = await createTable(context, run, {
    name: `${translate('menu.user_list')} ${day}`,
    columns: COLUMNS.map((column) => translate(`system.user.${column}`)),
    format,
  });
  const names = new Map<string, string>();
  let done = 0;
  for await (const row of model.find(filter).sort({ create_time: -1, _id: -1 }).lean().cursor()) {
    signal.throwIfAborted();
    const superior = row.superior ?? '';
    if (superior && !names.has(superior))
      names.set(superior, (await model.findOne({ _id: superior }, { account: 1 }).lean())?.account ?? '');
    const cells: Record<string, unknown> = {
      ...row,
      kind: translate(`system.user.kind.${roles.agent.includes(row.role) ? 'agent' : 'customer'}`),
      disabled: translate(`system.user.disabled.${row.disabled}`),
      superior_account: names.get(superior) ?? '',
      register_source: translate(`system.user.register_source.${row.register_source ?? 'unknown'}`),
    };
    await table.write(COLUMNS.map((column) => cellOf(cells[column])));
    done += 1;
    if (done % PORTION === 0) run.progress(done, Math.max(count, done));
  }
  run.progress(done, Math.max(count, done));
  await table.end();
}

type Query = Omit<z.infer<typeof zUserExport>, 'format' | 'sort_field' | 'sort_order'>;

async function filterOf(
  context: PluginContext,
  query: Query,
  roles: Record<UserKind, string[]>,
): Promise<Record<string, unknown>> {
  const { kind, disabled, online_status, superior, search } = query;
  const text = search?.trim() ?? '';
  return {
    ...(online_status === undefined ? {} : { $and: [await onlineFilter(context, online_status)] }),
    role: { $in: kind ? roles[kind] : Object.values(roles).flat() },
    remove_time: null,
    ...(disabled === undefined ? {} : { disabled }),
    ...(superior ? { superior } : {}),
    ...between('member_expiry', query.member_expiry_from, query.member_expiry_to),
    ...between('register_time', query.register_time_from, query.register_time_to),
    ...(text === '' ? {} : beginsWith(text)),
  };
}

function between(name: string, from?: string | null, to?: string | null): Record<string, unknown> {
  const range = { ...(from ? { $gte: new Date(from) } : {}), ...(to ? { $lte: new Date(to) } : {}) };
  return Object.keys(range).length === 0 ? {} : { [name]: range };
}

function cellOf(value: unknown): string | number | null {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'number' || typeof value === 'string' ? value : null;
}

const customersOf = (superior: string | null | undefined) => (superior ? { ancestors: superior } : {});

/**
 * Whose customers somebody reaches now; null: everybody's. An export that is tried again later, by somebody else as well, is for
 * nobody when they were switched off meanwhile.
 */
async function reachOf(context: PluginContext, account: string): Promise<string | null> {
  const { identity } = context;
  const found = await context
    .model(userResource)
    .findOne({ _id: account, disabled: YesNo.no }, { role: 1 })
    .lean();
  if (!found) throw errors.forbidden.create({ permission: 'system.user_admin:export' });
  const seeing = [await identity.roleId('super'), ...(await identity.rolesWith(SEE_ALL_USERS))];
  return seeing.includes(found.role) ? null : account;
}
