import type { SignedRequest } from '@waypost/sdk';

/**
 * Whose figures a caller gets: the own ones, or with the right to see all those of the agent that is asked for, or of all.
 * @param readAll node of whoever sees everybody's
 * @returns a part of a filter
 */
export function whose(
  { caller }: Pick<SignedRequest, 'caller'>,
  readAll: string,
  agent: string | undefined,
): { agent?: string } {
  if (!caller.isSuper && !caller.permissions.has(readAll)) return { agent: caller.id };
  return agent === undefined ? {} : { agent };
}
