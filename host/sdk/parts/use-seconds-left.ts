import { useEffect, useState } from 'react';

/** Seconds until a moment, 0 once it is over; counted by the clock, so that a sleeping tab does not count too long. */
export function useSecondsLeft(end: string): number {
  const left = () => Math.max(0, Math.ceil((Date.parse(end) - Date.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.ceil((Date.parse(end) - Date.now()) / 1_000)));
    count();
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [end]);
  return seconds;
}

/** 3725 → 1:02:05 */
export function clockOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}
