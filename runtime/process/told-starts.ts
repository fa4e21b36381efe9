/** In it the launcher tells each process when it was started: milliseconds, that of this process last. */
export const STARTS_VARIABLE = 'WAYPOST_STARTS';
/** Starts that are told and remembered. */
export const MOST_STARTS = 100;

const TOLD = /^\d{1,15}(?:,\d{1,15})*$/;

/**
 * When this process was started, the last, and when those before it that the launcher has had in its place: also those that ended before
 * they could say anything. Empty: no launcher has started it.
 */
export function toldStarts(environment: Readonly<Record<string, string | undefined>>): Date[] {
  const text = environment[STARTS_VARIABLE] ?? '';
  if (!TOLD.test(text)) return [];
  return text
    .split(',')
    .slice(-MOST_STARTS)
    .map((milliseconds) => new Date(Number(milliseconds)));
}
