import { errors } from '@waypost/contract';

/**
 * The row that is read, which has to be there: `requireRow(model.findById(id).lean())`.
 * @throws AppError `not_found` 404
 */
export async function requireRow<T>(reading: PromiseLike<T | null>): Promise<T> {
  const row = await reading;
  if (row === null) throw errors.notFound.create();
  return row;
}
