import { useEffect, useState } from 'react';

/** Counts whole seconds down to 0 by the clock, so that a sleeping tab does not count too long. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const seconds = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return {
    seconds,
    start: (length) => {
      const from = Date.now();
      setNow(from);
      setEnd(from + length * 1000);
    },
  };
}
