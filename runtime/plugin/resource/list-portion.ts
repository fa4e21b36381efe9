import type { ListQuery } from '@waypost/contract';
import { type Filter, givingWay, type SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { listFilters } from './list.ts';
import { allOf, type MountedResource, type StoredRow, type WireRow } from './mounted-resource.ts';
import { querySort } from './query.ts';
import { presentRows } from './row.ts';
import { toWireValue } from './time-fields.ts';

/** The row that a portion ended with: what it is sorted by, and its id. */
const zPlace = z.object({
  id: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  isTime: z.boolean(),
});
type Place = z.infer<typeof zPlace>;

/**
 * The rows behind a place of a list, in its order. A place is a row's own: rows that come or go meanwhile move no other, and
 * however far it is, nothing is passed over to reach it.
 */
export async function listPortion(
  mounted: MountedResource,
  asked: {
    query: ListQuery;
    request: SignedRequest;
    owner: 'self' | 'any';
    place: { after: unknown; size: number };
  },
): Promise<{ rows: WireRow[]; next: Place | null }> {
  const { query, request, place } = asked;
  const filters = await listFilters(mounted, query, request, { owner: asked.owner });
  const sort = querySort(mounted.resource, query);
  const [field = '_id', direction = -1] = Object.entries(sort)[0] ?? [];
  const after = place.after === undefined ? undefined : zPlace.parse(place.after);
  const find = async (steps: readonly Filter[], limit: number): Promise<StoredRow[]> => {
    const found = mounted.model
      .find(allOf([...filters, ...steps]))
      .sort(sort)
      .limit(limit)
      .lean<StoredRow>()
      .cursor({ batchSize: limit });
    // One by one: each is decoded when it is asked for, and visits are answered in between.
    const rows: StoredRow[] = [];
    for await (const row of givingWay(found)) rows.push(row);
    return rows;
  };
  const [first, second] = stepsBehind(after, field, direction);
  const rows = await find(first, place.size);
  if (second !== undefined && rows.length < place.size)
    rows.push(...(await find(second, place.size - rows.length)));
  const last = rows.at(-1);
  return {
    rows: await presentRows(mounted, rows, request),
    next: last === undefined || rows.length < place.size ? null : placeOf(last, field),
  };
}

function placeOf(row: StoredRow, field: string): Place {
  const value = row[field] ?? null;
  return {
    id: row._id,
    value: zPlace.shape.value.parse(toWireValue(value)),
    isTime: value instanceof Date,
  };
}

/**
 * What is behind a place. Rows that have nothing in the field come before all others, and no comparison reaches from one kind
 * to the other: where the place is among the first of both, the second kind is asked for by itself.
 */
function stepsBehind(
  after: Place | undefined,
  field: string,
  direction: 1 | -1,
): [first: Filter[], second?: Filter[]] {
  if (after === undefined) return [[]];
  const beyond = direction === 1 ? '$gt' : '$lt';
  const isNothing = { [field]: null };
  if (after.value === null) {
    const first = [isNothing, { _id: { [beyond]: after.id } }];
    return direction === 1 ? [first, [{ [field]: { $ne: null } }]] : [first];
  }
  const value = after.isTime ? new Date(String(after.value)) : after.value;
  const first = [
    // The range that an index is read in, and within it those that are alike.
    { [field]: { [`${beyond}e`]: value } },
    { $or: [{ [field]: { [beyond]: value } }, { _id: { [beyond]: after.id } }] },
  ];
  return direction === 1 ? [first] : [first, [isNothing]];
}
