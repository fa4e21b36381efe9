import { useEffect, useState } from 'react';

/** 65 → 1:05 */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Counts the seconds of a wait down to 0 by the clock, so that a sleeping tab does not count too long. */
export function useTimeLeft(wait: number): number {
  const [end, setEnd] = useState(() => Date.now() + wait * 1000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const from = Date.now();
    setNow(from);
    setEnd(from + wait * 1000);
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [wait]);
  return Math.max(0, Math.ceil((end - now) / 1000));
}
