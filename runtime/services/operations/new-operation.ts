import { OPERATION_ERRORS, OperationStatus } from '@waypost/contract';
import { type Clock, newId, type Random, type SignedRequest } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { OperationDocument } from './document.ts';
import { tooManyOperations } from './errors.ts';

/** Operations that one account may have going on. */
const MOST_AT_ONCE = 5;

export type NewWork = Pick<OperationDocument, 'kind' | 'name' | 'input'>;

interface Place {
  collection: Collection<OperationDocument>;
  clock: Clock;
  random: Random;
}

/** Writes down that something is to be done. @throws AppError when the account has too much going on @returns its id */
export async function insertOperation(work: NewWork, request: SignedRequest, place: Place): Promise<string> {
  const { clock, collection, random } = place;
  const owner = request.caller.id;
  const goingOn = await collection.countDocuments({ owner, status: OperationStatus.inProgress });
  if (goingOn >= MOST_AT_ONCE) throw tooManyOperations.create({ count: MOST_AT_ONCE });
  const now = clock.date();
  const id = newId({ clock, random });
  await collection.insertOne({
    _id: id,
    owner,
    account: request.caller.account,
    ...work,
    status: OperationStatus.inProgress,
    error_code: null,
    done: 0,
    total: null,
    left_out: null,
    file_name: null,
    file_type: null,
    file_size: null,
    create_time: now,
    update_time: now,
    start_time: null,
    end_time: null,
    expires_at: null,
    version: 1,
    remove_time: null,
    remove_by: null,
    locale: request.locale,
    runner: null,
    beat: null,
    attempts: 0,
    is_cancelled: false,
  });
  return id;
}

/** Ends an operation that nobody has taken yet; one that runs is ended by its run. @returns it; null when it did not */
export async function cancelUntaken(
  id: string,
  { clock, collection }: Pick<Place, 'clock' | 'collection'>,
): Promise<OperationDocument | null> {
  const now = clock.date();
  return collection.findOneAndUpdate(
    { _id: id, status: OperationStatus.inProgress, runner: null },
    {
      $set: {
        status: OperationStatus.abnormal,
        error_code: OPERATION_ERRORS.cancelled,
        is_cancelled: true,
        end_time: now,
        update_time: now,
      },
      $inc: { version: 1 },
    },
  );
}
