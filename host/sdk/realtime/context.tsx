import { useAtomValue } from 'jotai';
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { clientStore } from '../session/session.ts';
import type { RealtimeState } from './link.ts';
import { joinedTopicsAtom, type Realtime, realtimeStateAtom } from './realtime.ts';

const RealtimeContext = createContext<Realtime | undefined>(undefined);

export function RealtimeProvider({ realtime, children }: { realtime: Realtime; children: ReactNode }) {
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>;
}

/** What the channel is doing. */
export function useRealtimeState(): RealtimeState {
  return useAtomValue(realtimeStateAtom, { store: clientStore });
}

/**
 * Calls `onData` with each event of a topic (`name` or `name:parameter`; undefined: none). Events that come while the
 * channel is down are lost: ask by a call at first, and while `isLive` is false.
 */
export function useTopic(topic: string | undefined, onData: (data: unknown) => void): { isLive: boolean } {
  const realtime = useContext(RealtimeContext);
  const joined = useAtomValue(joinedTopicsAtom, { store: clientStore });
  const latest = useRef(onData);
  useEffect(() => {
    latest.current = onData;
  });
  useEffect(() => {
    if (realtime === undefined || topic === undefined) return;
    return realtime.follow(topic, (data) => latest.current(data));
  }, [realtime, topic]);
  return { isLive: topic !== undefined && joined.has(topic) };
}
