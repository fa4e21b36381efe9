import { type PluginContext, requireRow, type SignedRequest, type Stored } from '@waypost/sdk';
import { printBatchResource } from '../screens/print_batch/resource.ts';

export type StoredBatch = Stored<typeof printBatchResource>;

const READ_ALL = 'qr.print_batch:read_all';

/** A batch that the caller reaches: an own one, or anybody's for those who see everyone's. @throws AppError `not_found` 404 */
export async function findBatch(
  context: PluginContext,
  id: string,
  { caller }: SignedRequest,
): Promise<StoredBatch> {
  const seesAll = caller.isSuper || caller.permissions.has(READ_ALL);
  return requireRow(
    context
      .model(printBatchResource)
      .findOne({ _id: id, ...(seesAll ? {} : { owner: caller.id }) })
      .lean(),
  );
}
