import type { Format } from '../format/format.ts';
import type { WordsFunction } from '../words/words.ts';

/** From how many times the earlier figure on a percentage is a long number that nobody can picture. */
const MANY_TIMES = 10;

/** How large a change is, without its direction: 12.5%; "141 times" where the earlier figure was tiny beside this one. */
export function toldChange(
  change: number,
  { words, format }: { words: WordsFunction; format: Format },
): string {
  const times = change + 1;
  return times < MANY_TIMES
    ? format.percent(Math.abs(change))
    : words('chart.times', { times: format.number(Math.round(times)) });
}
