import { useLiveCall } from '@waypost/host-sdk';
import { useState } from 'react';
import type { VisitScopeChoice } from '../../visitor/parts/use-visit-scope.ts';
import { ownTodayCall, todayCall } from '../calls.ts';

/** Milliseconds between polls while the channel is down: figures are at most 2 s behind (docs/product.md, "What Waypost promises"). */
const REFRESH_MS = 2_000;

/**
 * Today's figures as they change; without the channel asked for every two seconds, as those of one code (`link`) are: the
 * channel tells of all of a scope. Paused they stand still.
 */
export function useToday({ isOwn, wish, topicOf }: VisitScopeChoice, link: string | undefined) {
  const [isPaused, setPaused] = useState(false);
  const body = { ...wish, ...(link === undefined ? {} : { link }) };
  const { data, error, refetch, isLive } = useLiveCall(isOwn ? ownTodayCall : todayCall, body, {
    topic: link === undefined ? topicOf('qr.today') : undefined,
    pollMs: REFRESH_MS,
    isPaused,
  });
  return { today: data, error, isLive, isPaused, setPaused, reload: () => void refetch() };
}
