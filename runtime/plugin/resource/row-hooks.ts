import type { RowAction, SignedRequest } from '@waypost/sdk';
import type { MountedResource, StoredRow } from './mounted-resource.ts';
import { toWireRow } from './row.ts';

/** A change of a row, for those who take part in it. */
export interface HookedChange {
  action: RowAction;
  /** Undefined before a creation. */
  id?: string;
  row?: StoredRow | undefined;
  change?: Readonly<Record<string, unknown>>;
  request: SignedRequest;
}

/** Asks the handlers before a change, within its transaction. @throws AppError what one of them refuses with */
export async function askBefore(mounted: MountedResource, change: HookedChange): Promise<void> {
  if (mounted.hooks.isWatched(mounted.resource.name)) await mounted.hooks.runBefore(eventOf(mounted, change));
}

/** Tells the handlers after the commit. */
export function tellAfter(mounted: MountedResource, change: HookedChange): void {
  if (mounted.hooks.isWatched(mounted.resource.name)) mounted.hooks.runAfter(eventOf(mounted, change));
}

function eventOf({ resource }: MountedResource, { action, id, row, change, request }: HookedChange) {
  const { caller } = request;
  const open = Object.entries(change ?? {}).filter(([name]) => !resource.fields[name]?.hints.secret);
  return {
    resource: resource.name,
    action,
    id: id ?? null,
    row: row === undefined ? null : toWireRow(resource, row),
    change: change === undefined ? null : Object.fromEntries(open),
    caller: { id: caller.id, account: caller.account },
  };
}
