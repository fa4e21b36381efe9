import { parseArgs } from 'node:util';
import { AppError } from '@waypost/contract';
import { DataDirectoryInUse } from '../process/data-directory-lock.ts';
import { type Environment, parseEnvironment, StartError } from '../process/environment.ts';
import { accountCreate, accountList, accountResetPassword } from './account.ts';
import { accountDisable, accountRole, accountSecondFactorOff, accountUnlock } from './account-access.ts';
import { apartCommand, apartNames } from './apart-command.ts';
import { apiKeyCreate, apiKeyList, apiKeyRevoke } from './api-key.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { auditVerify } from './audit-verify.ts';
import { backup } from './backup.ts';
import { backupDrill } from './backup-drill.ts';
import { type Command, CommandRefused, type CommandResult, UsageError } from './command.ts';
import { doctor } from './doctor.ts';
import { failureText } from './failure-text.ts';
import { ipBlackAdd, ipBlackList, ipBlackRemove } from './ip-black.ts';
import { migrate } from './migrate.ts';
import { AUTHORS_EXIT_CODE, authorsToolNeeded, refuseAuthorsCommand } from './plugin/authors-commands.ts';
import { pluginInstall } from './plugin/plugin-install.ts';
import { pluginList } from './plugin/plugin-list.ts';
import { pluginRemove } from './plugin/plugin-remove.ts';
import { pluginRetry } from './plugin/plugin-retry.ts';
import { pluginKeygen, pluginSign } from './plugin/plugin-sign.ts';
import { pluginDisable, pluginEnable } from './plugin/plugin-switch.ts';
import { pluginVerify } from './plugin/plugin-verify.ts';
import { restore } from './restore.ts';
import { storeExport } from './store-export.ts';
import { storeImport } from './store-import.ts';
import { openStoreSession, type StoreSession } from './store-session.ts';
import type { Terminal } from './terminal.ts';
import { usageText } from './usage.ts';
import { visitsReplay } from './visits-replay.ts';

/** What operators of a server have; the authors' tool has more. */
const COMMANDS: readonly Command[] = [
  accountCreate,
  accountResetPassword,
  accountList,
  accountDisable,
  accountUnlock,
  accountSecondFactorOff,
  accountRole,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  ipBlackAdd,
  ipBlackList,
  ipBlackRemove,
  auditVerify,
  pluginList,
  pluginEnable,
  pluginDisable,
  pluginRetry,
  pluginInstall,
  pluginRemove,
  pluginSign,
  pluginVerify,
  pluginKeygen,
  doctor,
  backupDrill,
  backup,
  restore,
  storeExport,
  storeImport,
  visitsReplay,
  migrate,
];

/**
 * Runs one command line.
 * @param input.further commands beside those of a server's install
 * @param input.program what people type before a command's name, for the usage
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage, 3 only the authors' tool can do it
 */
export async function runCommandLine(input: {
  words: readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  further?: readonly Command[];
  program?: string;
}): Promise<number> {
  const { words, terminal } = input;
  const { program = 'waypost' } = input;
  const commands = [...COMMANDS, ...(input.further ?? [])];
  const isJson = words.includes('--json');
  const command = findCommand(commands, words);
  try {
    const apart = command === undefined ? apartCommand(words) : undefined;
    if (apart !== undefined) {
      const result = await apart(parseEnvironment(input.variables), input.variables);
      if (isJson) terminal.out(JSON.stringify(result.value));
      else if (result.hasFailed) terminal.error(result.lines.join('\n'));
      else terminal.out(result.lines.join('\n'));
      return result.hasFailed ? 1 : 0;
    }
    if (!command) refuseAuthorsCommand(named(words));
    if (words.includes('--help') || words.length === 0) {
      terminal.out(usageText({ commands, command, program }));
      if (command === undefined)
        for (const name of apartNames()) terminal.out(`\nOf plugins: ${program} ${name} help`);
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
      terminal.error(`${error.message}\n\n${usageText({ commands, command, program })}`);
      return 2;
    }
    const isExpected =
      error instanceof AppError ||
      error instanceof CommandRefused ||
      error instanceof StartError ||
      error instanceof DataDirectoryInUse ||
      error instanceof ArchiveError;
    terminal.error(await failureText(error));
    if (words.includes('--debug') && error instanceof Error) terminal.error(error.stack ?? error.message);
    else if (!isExpected) terminal.error('Run it again with --debug for the details.');
    return error instanceof AppError && error.code === authorsToolNeeded.code ? AUTHORS_EXIT_CODE : 1;
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
      differingHours: async (isLagging) => (await open()).differingHours(isLagging),
      monitor: async () => (await open()).monitor(),
      say: (text) => terminal.error(text),
      readInput: () => terminal.readInput(),
    });
  } finally {
    await session?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }
}

function findCommand(commands: readonly Command[], words: readonly string[]): Command | undefined {
  const typed = named(words);
  return commands.find(({ name }) => name.split(' ').every((part, index) => typed[index] === part));
}

/** Words without options. */
function named(words: readonly string[]): string[] {
  return words.filter((word) => !word.startsWith('-'));
}

function unknownCommand(words: readonly string[]): string {
  const typed = named(words);
  return typed.length === 0 ? 'Which command?' : `There is no command "${typed.slice(0, 2).join(' ')}".`;
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
