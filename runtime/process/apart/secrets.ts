import { readFileSync, realpathSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { StartError } from '../environment.ts';
import type { ApartProgram } from './declared.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const FILE_SUFFIX = '_FILE';
/** Longest file of a secret, bytes: whoever names another one by mistake has it not read into memory. */
const LONGEST_SECRET = 4_096;
const OF_OTHERS = 0o077;

const spelled = (name: string) => [name, `${name}${FILE_SUFFIX}`];

/** Names of variables that only the given programs may have, and their commands. */
export function apartVariables(
  programs: readonly Pick<ApartProgram, 'secrets' | 'command'>[],
): ReadonlySet<string> {
  return new Set(
    programs.flatMap(({ secrets, command }) => [...secrets, ...(command?.secrets ?? [])].flatMap(spelled)),
  );
}

/** Whether the operator gives what it is started for. */
export function isGivenSecret(program: Pick<ApartProgram, 'secrets'>, variables: Variables): boolean {
  return program.secrets.flatMap(spelled).some((name) => isSet(variables[name]));
}

/**
 * Values of a program's secrets, by their names.
 * @param dataDirectory in which no file of a secret may lie: whoever has a copy of it, or a backup, would have both
 * @throws StartError naming the variable, and what to do
 */
export function readApartSecrets(
  { secrets }: Pick<ApartProgram, 'secrets'>,
  variables: Variables,
  dataDirectory: string,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of secrets) {
    const [text, file] = [variables[name], variables[`${name}${FILE_SUFFIX}`]];
    if (isSet(text) && isSet(file))
      throw new StartError(`${name}: expected this variable or ${name}${FILE_SUFFIX}, not both`);
    if (isSet(text)) values[name] = text.trim();
    else if (isSet(file)) values[name] = readSecretFile(`${name}${FILE_SUFFIX}`, file, dataDirectory);
  }
  return values;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function readSecretFile(variable: string, file: string, dataDirectory: string): string {
  const path = realPath(file);
  if (path === undefined)
    throw new StartError(`${variable}: expected a file that can be read, ${file} cannot`);
  const kept = realPath(dataDirectory) ?? resolve(dataDirectory);
  if (path === kept || path.startsWith(`${kept}${sep}`))
    throw new StartError(
      `${variable}: expected a file outside of DATA_DIR; each backup would hold the key beside what it locks. Move ${file} elsewhere`,
    );
  const state = statSync(path);
  if (!state.isFile() || state.size > LONGEST_SECRET)
    throw new StartError(`${variable}: expected a file of at most ${LONGEST_SECRET} bytes, ${file} is none`);
  if ((state.mode & OF_OTHERS) !== 0)
    throw new StartError(`${variable}: expected a file that nobody else can read; run chmod 600 ${file}`);
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new StartError(`${variable}: expected a file that can be read, ${file} cannot`);
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
