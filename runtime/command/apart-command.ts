import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApartCommand, ApartCommandResult } from '@waypost/sdk';
import { z } from 'zod';
import { createApartAsker } from '../outside/index.ts';
import { readApartPrograms } from '../process/apart/declared.ts';
import { readApartSecrets } from '../process/apart/secrets.ts';
import type { Environment } from '../process/environment.ts';
import { socketPath } from '../process/paths.ts';
import { APART_LOCK, acquireLock } from '../process/process-lock.ts';

const PROJECT = join(import.meta.dir, '../..');
const ANSWER_LIMIT_MS = 30_000;
/** Options of every command: they are not the program's. */
const COMMON = new Set(['--json', '--debug', '--help']);

const zCommandFile = z.object({
  command: z.custom<ApartCommand>((value) => typeof value === 'function', 'exports no function `command`'),
});

/** Names of programs that have commands of their own. */
export const apartNames = (): string[] =>
  readApartPrograms(PROJECT).flatMap(({ name, command }) => (command === undefined ? [] : [name]));

type Variables = Readonly<Record<string, string | undefined>>;

/** What `waypost <name> …` does for a program that is started apart; undefined: there is none of that name. */
export function apartCommand(
  words: readonly string[],
): ((environment: Environment, variables: Variables) => Promise<ApartCommandResult>) | undefined {
  const typed = words.filter((word) => !COMMON.has(word));
  const program = readApartPrograms(PROJECT).find(({ name, command }) => name === typed[0] && command);
  const declared = program?.command;
  if (program === undefined || declared === undefined) return undefined;
  return async ({ dataDirectory }, variables) => {
    const { command } = zCommandFile.parse(await import(pathToFileURL(declared.entry).href));
    const secrets = { secrets: [...program.secrets, ...declared.secrets] };
    const environment = readApartSecrets(secrets, variables, dataDirectory);
    const directory = join(dataDirectory, program.name);
    const asked = words.includes('--help') ? [] : typed.slice(1);
    // Whoever only reads what there is leaves nothing behind.
    if (asked.length === 0 || asked[0] === 'help')
      return command({ words: [], environment, directory, ask: undefined });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const lock = acquireLock(join(directory, APART_LOCK));
    const asker = lock === undefined ? createApartAsker(socketPath(dataDirectory, program.name)) : undefined;
    try {
      return await command({
        words: asked,
        environment,
        directory,
        ask: asker && ((method, given) => asker.ask(method, given, ANSWER_LIMIT_MS)),
      });
    } finally {
      asker?.stop();
      lock?.release();
    }
  };
}
