import { errors } from '@waypost/contract';
import type { Session, SignedRequest } from '@waypost/sdk';
import { allOf, type MountedResource, type StoredRow, scopeFilter } from './mounted-resource.ts';

/**
 * One row within the caller's scope.
 * @throws AppError `not_found` 404 for a row that is not there, and just so for one that is not theirs
 */
export async function findRow(
  mounted: MountedResource,
  id: string,
  request: SignedRequest,
  options: { session?: Session; isLive?: boolean } = {},
): Promise<StoredRow> {
  const filters = [{ _id: id }, ...(await scopeFilter(mounted, request))];
  if (options.isLive && mounted.resource.hasBin) filters.push({ remove_time: null } as never);
  const row = await mounted.model
    .findOne(allOf(filters))
    .session(options.session ?? null)
    .lean<StoredRow>()
    .exec();
  if (row === null) throw errors.notFound.create();
  return row;
}
