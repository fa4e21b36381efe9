import { useLiveCall } from '@waypost/host-sdk';
import { useState } from 'react';
import type { VisitScopeChoice } from '../../visitor/parts/use-visit-scope.ts';
import { ownTodayCall, todayCall } from '../calls.ts';

/** Milliseconds between polls while the channel is down: figures are at most 2 s behind (docs/product.md, "What Waypost promises"). */
const REFRESH_MS = 2_000;

/** Today's figures as they change; without the channel asked for every two seconds. Paused they stand still. */
export function useToday({ isOwn, wish, topicOf }: VisitScopeChoice) {
  const [isPaused, setPaused] = useState(false);
  const { data, error, refetch, isLive } = useLiveCall(isOwn ? ownTodayCall : todayCall, wish, {
    topic: topicOf('qr.today'),
    pollMs: REFRESH_MS,
    isPaused,
  });
  return { today: data, error, isLive, isPaused, setPaused, reload: () => void refetch() };
}
