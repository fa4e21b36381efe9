import { readEnd } from '../sdk/read-end.ts';
import { UsageError } from './command.ts';

/** An end that was typed: `2027-01-31` (the last moment of that day in the time zone) or ISO 8601. @throws UsageError */
export function momentOf(option: string, text: string, timeZone: string): Date {
  const moment = readEnd(text, timeZone);
  if (moment === undefined)
    throw new UsageError(`${option}: expected a time such as 2027-01-31 or 2027-01-31T12:00:00Z`);
  return moment;
}
