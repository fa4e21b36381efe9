import type { VisitPoolHours } from '@waypost/contract';
import { clockOf } from '../codes/clock.ts';

type Say = (key: string) => string;
const DAYS_A_WEEK = 7;

/** Working hours in a line: `Mon–Fri 09:00–18:00`. */
export function hoursText(hours: readonly VisitPoolHours[], say: Say): string {
  return hours
    .map(({ days, from, to }) => {
      const time = from === to ? say('qr.pool.whole_day') : `${clockOf(from)}–${clockOf(to)}`;
      return `${daysText(days, say)} ${time}`;
    })
    .join('; ');
}

/** Days that follow each other as one stretch. */
function daysText(days: readonly number[], say: Say): string {
  const sorted = days.toSorted((one, other) => one - other);
  if (sorted.length === DAYS_A_WEEK) return say('qr.pool.every_day');
  const stretches: number[][] = [];
  for (const day of sorted) {
    const last = stretches.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else stretches.push([day]);
  }
  const name = (day: number | undefined) => say(`qr.pool.day.${day}`);
  return stretches
    .flatMap((stretch) =>
      stretch.length > 2 ? [`${name(stretch[0])}–${name(stretch.at(-1))}`] : stretch.map(name),
    )
    .join(', ');
}
