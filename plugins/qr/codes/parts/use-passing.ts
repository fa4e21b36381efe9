import { useEffect, useState } from 'react';

/** Longest that a browser's timer waits, milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Draws its caller anew when a moment has come; null, and one that is over: never. */
export function usePassing(moment: string | null): void {
  const [, setPassed] = useState<string>();
  useEffect(() => {
    if (moment === null || Date.parse(moment) <= Date.now()) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Date.parse(moment) - Date.now();
      if (left <= 0) setPassed(moment);
      else timer = setTimeout(wait, Math.min(left, LONGEST_WAIT_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [moment]);
}
