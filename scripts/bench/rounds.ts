/**
 * How many rounds the command line asks for, its only word; without one as many as `otherwise`. Ends the process with a sentence where it says something else:
 * no round at all would be figures that nobody measured.
 */
export function roundsOf(argv: readonly string[], otherwise: number): number {
  const [word, ...more] = argv;
  if (word === undefined) return otherwise;
  if (more.length === 0 && /^[1-9]\d{0,3}$/.test(word)) return Number(word);
  console.error(`expected a number of rounds from 1 and no other word, found: ${argv.join(' ')}`);
  return process.exit(2);
}
