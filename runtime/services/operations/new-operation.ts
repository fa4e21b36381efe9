import { errors, OPERATION_ERRORS, OperationStatus } from '@waypost/contract';
import { type Clock, newId, type Random, type SignedRequest } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { OperationDocument } from './document.ts';
import { tooManyOperations } from './errors.ts';
import { KEPT_RUN_MS } from './kept-run.ts';
import { askedFor } from './require-same.ts';

/** Operations that one account may have going on. */
const MOST_AT_ONCE = 5;

/** `asks`: of work that is repeated; else what the present call asks for. */
export type NewWork = Pick<OperationDocument, 'kind' | 'name' | 'input' | 'asks'>;

interface Place {
  collection: Collection<OperationDocument>;
  clock: Clock;
  random: Random;
}

/** Writes down that something is to be done. @throws AppError when the account has too much going on @returns its id */
export async function insertOperation(work: NewWork, request: SignedRequest, place: Place): Promise<string> {
  const { clock, collection, random } = place;
  const owner = request.caller.id;
  await requireRoom(owner, collection);
  const now = clock.date();
  const id = newId({ clock, random });
  const row: OperationDocument = {
    _id: id,
    owner,
    account: request.caller.account,
    asks: askedFor(request),
    ...work,
    status: OperationStatus.inProgress,
    error_code: null,
    done: 0,
    total: null,
    left_out: null,
    kept: null,
    kept_size: null,
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
  };
  // What is left out stays left out: as null it would not be what the input is declared to be.
  await collection.insertOne(row, { ignoreUndefined: true });
  return id;
}

/** @throws AppError `too_many_operations` 409 */
async function requireRoom(owner: string, collection: Place['collection']): Promise<void> {
  const goingOn = await collection.countDocuments({ owner, status: OperationStatus.inProgress });
  if (goingOn >= MOST_AT_ONCE) throw tooManyOperations.create({ count: MOST_AT_ONCE });
}

/**
 * Makes an operation that did not complete one that is to be done again, from what its run has kept; it stays its owner's.
 * @throws AppError `too_many_operations` 409, `not_found` 404 when somebody has started it again already
 */
export async function takeUpAgain(
  { _id, owner }: Pick<OperationDocument, '_id' | 'owner'>,
  { clock, collection }: Pick<Place, 'clock' | 'collection'>,
): Promise<void> {
  await requireRoom(owner, collection);
  const { matchedCount } = await collection.updateOne(
    { _id, status: OperationStatus.abnormal },
    {
      $set: {
        status: OperationStatus.inProgress,
        error_code: null,
        is_cancelled: false,
        runner: null,
        beat: null,
        attempts: 0,
        end_time: null,
        expires_at: null,
        update_time: clock.date(),
      },
      $inc: { version: 1 },
    },
  );
  if (matchedCount === 0) throw errors.notFound.create();
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
        expires_at: new Date(clock.now() + KEPT_RUN_MS),
      },
      $inc: { version: 1 },
    },
  );
}
