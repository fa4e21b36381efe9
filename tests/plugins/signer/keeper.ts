import { readFileSync } from 'node:fs';
import type { Program } from '@waypost/sdk';

/** What a program could try against the server that it stands beside. */
const attempts: Readonly<Record<string, (given: string) => Promise<unknown>>> = {
  fetch: async (origin) => (await fetch(origin)).status,
  read: async (path) => readFileSync(path).byteLength,
  run: async () => Bun.spawnSync(['/bin/true']).exitCode,
};

/** Keeps a key, and says what is around it. */
export const program: Program = ({ environment, log }) => {
  log.info({ hasKey: environment.KEY !== undefined }, 'the keeper is there');
  console.log('printed by the keeper');
  return {
    answers: {
      environment: () => ({ given: environment, own: { ...process.env }, pid: process.pid }),
      words: () => ({ argv: process.argv.join(' ') }),
      twice: (given) => [given, given],
      refuse: () => {
        throw new TypeError('it is not signed');
      },
      never: () => new Promise(() => undefined),
      much: () => 'x'.repeat(2 * 1024 * 1024),
      async attempt(given) {
        const { kind, on } = given as { kind: string; on: string };
        try {
          return { reached: await attempts[kind]?.(on) };
        } catch (error) {
          return { refused: String(error) };
        }
      },
    },
  };
};
