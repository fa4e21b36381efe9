/** What is looked at without running the product. Each command works in the project's folder and ends with 0 when all is well. */
export interface Check {
  name: string;
  /** `bun` means the bun that runs the script. */
  command: readonly string[];
  /** The command that mends what the check finds, where one does. */
  fix?: string;
}

/**
 * Every check, longest first: with two at a time the short ones fill what the long one leaves. Types are looked at by
 * the native compiler on one thread (decision 0027): two threads take half as much processor time again, and the other
 * checks run beside it.
 */
export const CHECKS: readonly Check[] = [
  {
    name: 'types',
    command: [
      'bun',
      'node_modules/typescript-native/bin/tsc',
      ...['--noEmit', '--checkers', '1', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
    ],
  },
  { name: 'boundaries', command: ['bun', 'scripts/check-boundaries.ts'] },
  {
    name: 'lint',
    command: ['bun', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--diagnostic-level=warn', '.'],
    fix: 'npx biome check --write .',
  },
  { name: 'unused', command: ['bun', 'node_modules/knip/bin/knip.js'] },
  { name: 'words', command: ['bun', 'scripts/check-words.ts'] },
  { name: 'files', command: ['bun', 'scripts/check-files.ts'] },
];
