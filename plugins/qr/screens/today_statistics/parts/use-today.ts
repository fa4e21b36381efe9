import { useCall } from '@waypost/host-sdk';
import { useState } from 'react';
import { ownTodayCall, todayCall } from '../calls.ts';

/** Milliseconds between refreshes: contract.md promises figures at most 2 s behind. */
const REFRESH_MS = 2_000;

/** Today's figures, fetched again every two seconds unless paused; a hidden tab fetches nothing. */
export function useToday(isOwn: boolean) {
  const [isPaused, setPaused] = useState(false);
  const { data, error, refetch } = useCall(
    isOwn ? ownTodayCall : todayCall,
    {},
    isPaused ? {} : { refetchInterval: REFRESH_MS },
  );
  return { today: data, error, isPaused, setPaused, reload: () => void refetch() };
}
