import { useLiveCall } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import type { VisitScopeChoice } from '../../visitor/parts/use-visit-scope.ts';
import type { LiveVisits } from '../calls.ts';
import { liveCall, ownLiveCall } from '../calls.ts';
import { countNews, type LiveVisit, mergeVisits } from './feed.ts';

/** Milliseconds between polls while the channel is down. */
const REFRESH_MS = 2_000;
/** Rates that the course beside the figure shows: about a minute of events. */
const RATES = 60;

interface Memory {
  /** The answer that was noted last. */
  noted: LiveVisits | undefined;
  rows: LiveVisit[];
  rates: number[];
}

const NOTHING: Memory = { noted: undefined, rows: [], rates: [] };

export interface LiveFeed {
  live: LiveVisits | undefined;
  error: unknown;
  /** What the list shows; while it is held, what it showed then. */
  rows: readonly LiveVisit[];
  /** Visits of the last minute, each time they were told. */
  rates: readonly number[];
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
      setMemory(({ rows, rates }) => ({
        noted: data,
        rows: mergeVisits(rows, data.visits),
        rates: [...rates, data.rate.visits].slice(-RATES),
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
    rates: memory.rates,
    waiting: held ? countNews(memory.rows, held) : 0,
    isLive,
    isPaused,
    setPaused,
    reload: () => void refetch(),
  };
}
