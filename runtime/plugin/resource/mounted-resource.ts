import type { Resource } from '@waypost/contract';
import type { Clock, Filter, ResourceBinding, Session, SignedRequest } from '@waypost/sdk';
import type { Model, QueryFilter } from 'mongoose';
import type { HookBus } from '../extension/hooks.ts';

/** A row of any resource as the store keeps it; its declared fields are reached by name. */
export type StoredRow = Record<string, unknown> & {
  _id: string;
  version: number;
  owner?: string;
  create_time: Date;
  update_time: Date;
  remove_time: Date | null;
  remove_by: string | null;
};
export type WireRow = Record<string, unknown> & { id: string; version: number };

/** A change of one row. */
export interface RowChange {
  /** `<plugin>.<noun>.<call>` */
  type: string;
  target: string;
  before?: StoredRow;
  after?: StoredRow | null;
  request: SignedRequest;
}

/** A resource with everything that its operations need. */
export interface MountedResource {
  resource: Resource;
  binding: ResourceBinding<Resource>;
  model: Model<StoredRow>;
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  clock: Clock;
  hooks: Pick<HookBus, 'isWatched' | 'runBefore' | 'runAfter'>;
  /** Tells the audit log of a change, without secret fields, within the transaction that makes it: neither is there without the other. */
  audit(change: RowChange, session: Session): Promise<void>;
}

/** Whether the caller sees rows of every owner. */
export function seesAll(resource: Resource, request: SignedRequest): boolean {
  return request.caller.isSuper || request.caller.permissions.has(`${resource.name}:read_all`);
}

/** The filter that every read and write of a resource passes through: ownership, and the binding's own scope. */
export async function scopeFilter(
  mounted: MountedResource,
  request: SignedRequest,
  owner: 'self' | 'any' = 'any',
): Promise<Filter[]> {
  const filters: Filter[] = [];
  if (mounted.resource.access === 'own' && (owner === 'self' || !seesAll(mounted.resource, request)))
    filters.push({ owner: request.caller.id });
  if (mounted.binding.scope !== undefined) filters.push(await mounted.binding.scope(request));
  return filters;
}

/** All of the filters at once. */
export function allOf(filters: readonly Filter[]): QueryFilter<StoredRow> {
  const real = filters.filter((filter) => Object.keys(filter).length > 0);
  if (real.length === 0) return {};
  return (real.length === 1 ? real[0] : { $and: real }) as QueryFilter<StoredRow>;
}
