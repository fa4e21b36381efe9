import type { Check } from './checks.ts';

/** Wide enough for the longest name of a check. */
const NAME_WIDTH = 12;

/**
 * What `npm run check` prints of one check: one line when all is well, else everything that it found and the command that
 * mends it.
 */
export function describeCheck(
  { name, fix }: Check,
  { code, output, seconds }: { code: number; output: string; seconds: number },
): string {
  const title = `${name.padEnd(NAME_WIDTH)}${code === 0 ? 'fine' : 'FAILED'} in ${seconds.toFixed(1)} s\n`;
  if (code === 0) return title;
  // Programs colour what they print even where nobody sees colours.
  const found = Bun.stripANSI(output)
    .trim()
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
  return `${title}${found}\n${fix === undefined ? '' : `  Mend what can be mended with: ${fix}\n`}`;
}
