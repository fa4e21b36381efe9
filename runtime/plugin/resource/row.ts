import type { Resource } from '@waypost/contract';
import type { SignedRequest } from '@waypost/sdk';
import type { MountedResource, StoredRow, WireRow } from './mounted-resource.ts';
import { toWireValue } from './time-fields.ts';

/**
 * A stored row as callers see it: declared fields only, never the secret ones. A row that an earlier release wrote has
 * what it lacks by its default, as a new one would.
 */
export function toWireRow(resource: Resource, stored: StoredRow): WireRow {
  const row: Record<string, unknown> & { id: string; version: number } = {
    id: String(stored._id),
    version: stored.version,
    create_time: toWireValue(stored.create_time),
    update_time: toWireValue(stored.update_time),
  };
  if (resource.access === 'own') row.owner = stored.owner;
  if (resource.hasBin) row.remove_time = toWireValue(stored.remove_time ?? null);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.hints.secret || field.hints.stored === false) continue;
    const value = name in stored ? stored[name] : structuredClone(field.hints.default);
    if (value !== undefined) row[name] = toWireValue(value);
  }
  return row;
}

/** Rows about to be answered, with the fields that the binding joins. */
export async function presentRows(
  mounted: MountedResource,
  stored: readonly StoredRow[],
  request: SignedRequest,
): Promise<WireRow[]> {
  const rows = stored.map((row) => toWireRow(mounted.resource, row));
  const present = mounted.binding.present;
  if (present === undefined || rows.length === 0) return rows;
  return (await present(rows as never, request)) as unknown as WireRow[];
}
