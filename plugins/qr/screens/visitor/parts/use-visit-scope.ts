import { useOwnerScope } from '@waypost/host-sdk';
import { useMemo } from 'react';

export interface VisitScopeChoice {
  /** Only visits of the caller's own codes. */
  isOwn: boolean;
  isEveryone: boolean;
  /** Whose alone; undefined: everyone's. */
  owner: string | undefined;
  /** What calls for everyone's visits take; nothing for those that answer the caller's own. */
  wish: { owner?: string };
  /** The topic that tells of these visits. */
  topicOf: (topic: string) => string;
}

/** A code is one person's: with another person's codes it is not asked for. */
const FORGETS = ['link'];

/** Whose visits a screen shows, as the switch in the head says. */
export function useVisitScope({ isOffered = true } = {}): VisitScopeChoice {
  const scope = useOwnerScope({
    permission: isOffered ? 'qr.code:read_all' : undefined,
    opensWith: 'everyone',
    forgets: FORGETS,
  });
  const { isOwn, isEveryone, owner } = scope;
  return useMemo(
    () => ({
      isOwn,
      isEveryone,
      owner,
      wish: isOwn || owner === undefined ? {} : { owner },
      topicOf: (topic) => (isOwn ? `${topic}:own` : owner === undefined ? topic : `${topic}:${owner}`),
    }),
    [isOwn, isEveryone, owner],
  );
}
