import { parseArgs } from 'node:util';
import { AppError } from '@waypost/contract';
import { ScaffoldError } from '../package/index.ts';
import { DataDirectoryInUse } from '../process/data-directory-lock.ts';
import { type Environment, parseEnvironment, StartError } from '../process/environment.ts';
import { accountCreate, accountList, accountResetPassword } from './account.ts';
import { apiKeyCreate, apiKeyList, apiKeyRevoke } from './api-key.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { backup } from './backup.ts';
import { type Command, type CommandResult, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { failureText } from './failure-text.ts';
import { migrate } from './migrate.ts';
import { pluginInstall } from './plugin/plugin-install.ts';
import { pluginList } from './plugin/plugin-list.ts';
import { pluginNew } from './plugin/plugin-new.ts';
import { pluginPack } from './plugin/plugin-pack.ts';
import { pluginRemove } from './plugin/plugin-remove.ts';
import { pluginRetry } from './plugin/plugin-retry.ts';
import { pluginSdk } from './plugin/plugin-sdk.ts';
import { pluginKeygen, pluginSign } from './plugin/plugin-sign.ts';
import { pluginDisable, pluginEnable } from './plugin/plugin-switch.ts';
import { pluginVerify } from './plugin/plugin-verify.ts';
import { restore } from './restore.ts';
import { storeExport } from './store-export.ts';
import { storeImport } from './store-import.ts';
import { openStoreSession, type StoreSession } from './store-session.ts';
import { usageText } from './usage.ts';
import { visitsReplay } from './visits-replay.ts';

const COMMANDS: readonly Command[] = [
  accountCreate,
  accountResetPassword,
  accountList,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  pluginList,
  pluginEnable,
  pluginDisable,
  pluginRetry,
  pluginInstall,
  pluginRemove,
  pluginNew,
  pluginPack,
  pluginSign,
  pluginVerify,
  pluginKeygen,
  pluginSdk,
  doctor,
  backup,
  restore,
  storeExport,
  storeImport,
  visitsReplay,
  migrate,
];

/** Where a command line writes and reads. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  readInput(): Promise<string>;
}

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function runCommandLine(input: {
  words: readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
}): Promise<number> {
  const { words, terminal } = input;
  const isJson = words.includes('--json');
  const command = findCommand(words);
  try {
    if (words.includes('--help') || words.length === 0) {
      terminal.out(usageText(COMMANDS, command));
      return 0;
    }
    if (!command) throw new UsageError(unknownCommand(words));
    const { values, operands } = parseOptions(command, words);
    const environment = parseEnvironment(input.variables);
    const result = await runCommand({ command, values, operands, environment, terminal });
    if (isJson) terminal.out(JSON.stringify(result.value));
    else if (result.lines.length > 0) terminal.out(result.lines.join('\n'));
    return result.hasFailed ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.error(`${error.message}\n\n${usageText(COMMANDS, command)}`);
      return 2;
    }
    const isExpected =
      error instanceof AppError ||
      error instanceof StartError ||
      error instanceof DataDirectoryInUse ||
      error instanceof ArchiveError ||
      error instanceof ScaffoldError;
    terminal.error(await failureText(error));
    if (words.includes('--debug') && error instanceof Error) terminal.error(error.stack ?? error.message);
    else if (!isExpected) terminal.error('Run it again with --debug for the details.');
    return 1;
  }
}

async function runCommand(input: {
  command: Command;
  values: Record<string, string | boolean | undefined>;
  operands: readonly string[];
  environment: Environment;
  terminal: Terminal;
}): Promise<CommandResult> {
  const { command, environment, terminal } = input;
  let session: Promise<StoreSession> | undefined;
  const open = (): Promise<StoreSession> => {
    // Announcements go beside the answer, so that --json stays one value.
    session ??= openStoreSession(environment, (text) => terminal.error(text));
    return session;
  };
  try {
    return await command.run({
      environment,
      values: input.values,
      operands: input.operands,
      services: async () => (await open()).services,
      plugins: async (sources) => (await open()).plugins(sources),
      pluginFiles: async () => (await open()).pluginFiles(),
      visitAccounts: async () => (await open()).visitAccounts(),
      readInput: () => terminal.readInput(),
    });
  } finally {
    await session?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }
}

function findCommand(words: readonly string[]): Command | undefined {
  const named = words.filter((word) => !word.startsWith('-'));
  return COMMANDS.find(({ name }) => name.split(' ').every((part, index) => named[index] === part));
}

function unknownCommand(words: readonly string[]): string {
  const named = words.filter((word) => !word.startsWith('-'));
  return named.length === 0 ? 'Which command?' : `There is no command "${named.slice(0, 2).join(' ')}".`;
}

function parseOptions(
  command: Command,
  words: readonly string[],
): { values: Record<string, string | boolean | undefined>; operands: string[] } {
  const options: Record<string, { type: 'string' | 'boolean' }> = {
    json: { type: 'boolean' },
    debug: { type: 'boolean' },
    ...Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }])),
  };
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options,
      allowPositionals: true,
      strict: true,
    });
    const operands = positionals.slice(command.name.split(' ').length);
    const wanted = command.operands ?? [];
    if (operands.length > wanted.length)
      throw new UsageError(`Unexpected "${operands.slice(wanted.length).join(' ')}".`);
    const missing = wanted[operands.length];
    if (missing !== undefined) throw new UsageError(`${missing.name} is missing.`);
    for (const [name, { isRequired }] of Object.entries(command.options))
      if (isRequired && !values[name]) throw new UsageError(`--${name} is missing.`);
    return { values, operands };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
