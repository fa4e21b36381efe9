import { errors, YesNo } from '@waypost/contract';
import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { beginsWith } from '../../people/search.ts';
import { zUserExport } from './calls.ts';
import { type UserKind, userResource } from './resource.ts';
import { customerRoles } from './service.ts';

export const zUserExportInput = z.strictObject({ query: zUserExport });

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
  await requireStillThere(context, run.owner);
  const roles = await customerRoles(context);
  const filter = filterOf(query, roles) as never;
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

function filterOf(query: Query, roles: Record<UserKind, string[]>): Record<string, unknown> {
  const { kind, disabled, superior, search } = query;
  const text = search?.trim() ?? '';
  return {
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

/** An export that is tried again later is for nobody when its operator was switched off meanwhile. */
async function requireStillThere(context: PluginContext, account: string): Promise<void> {
  const found = await context
    .model(userResource)
    .findOne({ _id: account, disabled: YesNo.no }, { _id: 1 })
    .lean();
  if (!found) throw errors.forbidden.create({ permission: 'system.user_admin:export' });
}
