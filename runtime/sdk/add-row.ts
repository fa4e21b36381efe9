import type { Resource } from '@waypost/contract';
import type { AuditEntry, PluginContext } from './context.ts';
import type { Session, Stored, StoredColumns, StoredFields } from './model.ts';
import { newId } from './new-id.ts';
import type { RequestContext } from './request.ts';
import { toStoredTimes } from './time-field.ts';

/** What a row begins with, beside its fields. `_id` default: a new one. */
export interface RowStart {
  _id?: string;
  /** Account id; needed where `access` is `own`. */
  owner?: string;
}

/** What adding a row does beside writing it. */
export interface AddRowOptions extends RowStart {
  /** The transaction that it is part of. */
  session?: Session;
  /** The call that it comes from, for the audit log. */
  request?: RequestContext;
  /**
   * Changes the entry of the audit log, which is `<resource>.add` with the row without its secret fields; `false`
   * writes none. Within a transaction the entry stays even when the transaction fails: write it yourself afterwards.
   */
  audit?: Partial<Pick<AuditEntry, 'type' | 'target' | 'after'>> | false;
}

/** Columns of a row's first version. */
export function firstColumns(now: Date): Omit<StoredColumns, '_id' | 'owner'> {
  return { version: 1, create_time: now, update_time: now, remove_time: null, remove_by: null };
}

/** The declared defaults of a resource's stored fields. */
export function fieldDefaults(resource: Resource): Record<string, unknown> {
  const defaults: Record<string, unknown> = {};
  for (const [name, { hints }] of Object.entries(resource.fields))
    if ('default' in hints && hints.stored !== false) defaults[name] = structuredClone(hints.default);
  return defaults;
}

/**
 * A whole row as the store keeps it, for whoever writes it in their own way (many at once, or only where none is).
 * Fields that are left out have their declared default.
 * @throws TypeError when the rows of the resource have owners and `owner` is missing
 */
export function newRow<R extends Resource>(
  context: Pick<PluginContext, 'clock' | 'random'>,
  resource: R,
  fields: Partial<StoredFields<R>>,
  { _id = newId(context), owner }: RowStart = {},
): Stored<R> {
  if (resource.access === 'own' && owner === undefined)
    throw new TypeError(`a row of ${resource.name} needs an owner`);
  return {
    _id,
    ...fieldDefaults(resource),
    ...toStoredTimes(resource, fields),
    ...firstColumns(context.clock.date()),
    ...(owner === undefined ? {} : { owner }),
  } as Stored<R>;
}

/**
 * Adds a row of this plugin where no `add` is called: from a public call, a job, an event. The fields are written as
 * they are given: no rule, hook or permission is asked.
 * Errors: `duplicate` 409 where the row would break a unique index.
 */
export async function addRow<R extends Resource>(
  context: Pick<PluginContext, 'clock' | 'random' | 'model' | 'audit'>,
  resource: R,
  fields: Partial<StoredFields<R>>,
  { session, request, audit = {}, ...start }: AddRowOptions = {},
): Promise<Stored<R>> {
  const row = newRow(context, resource, fields, start);
  await context.model(resource).create([row] as never, session === undefined ? {} : { session });
  if (audit !== false)
    await context.audit({
      type: `${resource.name}.add`,
      target: row._id,
      after: withoutSecrets(resource, row),
      ...(request === undefined ? {} : { request }),
      ...audit,
    });
  return row;
}

function withoutSecrets(resource: Resource, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !resource.fields[name]?.hints.secret));
}
