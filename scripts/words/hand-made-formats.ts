/** Ways to write figures and times that know nothing of the user's language. */
const HAND_MADE = [
  [/\.toFixed\(/, 'toFixed'],
  [/\.toLocale(Date|Time)?String\(/, 'toLocaleString'],
  [/new Intl\.(NumberFormat|DateTimeFormat)\(/, 'an own Intl format'],
  [/\.to(Date|Time|UTC|GMT)String\(\)/, 'a date as text'],
] as const;

/** Lines of a page's source that write figures or times by hand instead of through `useFormat`. */
export function handMadeFormats(source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      HAND_MADE.filter(([pattern]) => pattern.test(line) && !/^\s*(\/\/|\*)/.test(line)).map(
        ([, name]) => `line ${index + 1} has ${name}`,
      ),
    );
}
