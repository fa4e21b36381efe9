import { isUnauthorized } from '../../storage/index.ts';

/** What a MongoDB says that keeps its state to itself: nothing. @throws what else has failed */
export function unlessForbidden(error: unknown): object {
  if (isUnauthorized(error)) return {};
  throw error;
}
