import { useLiveCall } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import type { VisitScopeChoice } from '../../visitor/parts/use-visit-scope.ts';
import type { LiveVisits } from '../calls.ts';
import { liveCall, ownLiveCall } from '../calls.ts';
import { countNews, type LiveVisit, mergeVisits } from './feed.ts';

/** Milliseconds between polls while the channel is down. */
const REFRESH_MS = 2_000;
/** Answers that the course beside the figure shows: about a minute of events. */
const TOLD = 60;

interface Memory {
  /** The answer that was noted last. */
  noted: LiveVisits | undefined;
  rows: LiveVisit[];
  told: LiveVisits[];
}

const NOTHING: Memory = { noted: undefined, rows: [], told: [] };

export interface LiveFeed {
  live: LiveVisits | undefined;
  error: unknown;
  /** What the list shows; while it is held, what it showed then. */
  rows: readonly LiveVisit[];
  /** The last answers, oldest first. */
  told: readonly LiveVisits[];
  /** Rows that wait until the list moves again. */
  waiting: number;
  isLive: boolean;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  reload: () => void;
}

/**
 * The visits of this moment. `isHeld`: somebody reads further down; the list stands still, figures go on.
 * Paused nothing moves and nothing is asked for.
 */
export function useLiveFeed({
  scope,
  isHeld = false,
  isStopped = false,
}: {
  scope: VisitScopeChoice;
  isHeld?: boolean;
  /** Paused by what stands around it. */
  isStopped?: boolean;
}): LiveFeed {
  const [isOwnPaused, setPaused] = useState(false);
  const isPaused = isOwnPaused || isStopped;
  const { data, error, refetch, isLive } = useLiveCall(scope.isOwn ? ownLiveCall : liveCall, scope.wish, {
    topic: scope.topicOf('qr.live'),
    pollMs: REFRESH_MS,
    isPaused,
  });
  const [memory, setMemory] = useState(NOTHING);
  const [held, setHeld] = useState<readonly LiveVisit[]>();
  useEffect(() => {
    if (data)
      setMemory(({ rows, told }) => ({
        noted: data,
        rows: mergeVisits(rows, data.visits),
        told: [...told, data].slice(-TOLD),
      }));
  }, [data]);
  // Somebody else's visits are another feed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice itself is the reason
  useEffect(() => () => setMemory(NOTHING), [scope.owner]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stood there when it was held
  useEffect(() => setHeld(isHeld ? memory.rows : undefined), [isHeld]);
  const rows = held ?? memory.rows;
  return {
    live: memory.noted,
    error,
    rows,
    told: memory.told,
    waiting: held ? countNews(memory.rows, held) : 0,
    isLive,
    isPaused,
    setPaused,
    reload: () => void refetch(),
  };
}
