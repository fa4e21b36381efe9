import { UsageError } from './command.ts';

/** A day or a moment that was typed: `2027-01-31` (its beginning, UTC) or ISO 8601. @throws UsageError */
export function momentOf(option: string, text: string): Date {
  const moment = /^\d{4}-\d\d-\d\d/.test(text) ? new Date(text) : new Date(Number.NaN);
  if (Number.isNaN(moment.getTime()))
    throw new UsageError(`${option}: expected a time such as 2027-01-31 or 2027-01-31T12:00:00Z`);
  return moment;
}
