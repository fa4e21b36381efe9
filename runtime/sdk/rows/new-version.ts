import type { Clock } from '../ground.ts';
import type { Change } from './change.ts';

/** A change that whoever has the row on a screen must notice: it makes another version of it, of this moment. */
export function newVersion<T>(
  { clock }: { clock: Clock },
  set: NoInfer<NonNullable<Change<T>['$set']>>,
): Change<T> {
  // Every row of a resource has both; of `T` as such the compiler does not know it.
  return { $set: { ...set, update_time: clock.date() }, $inc: { version: 1 } } as unknown as Change<T>;
}
