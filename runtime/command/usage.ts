import type { Command } from './command.ts';

/**
 * The overview of all commands, or the options of one.
 * @param input.program what is typed before the command's name
 */
export function usageText(input: {
  commands: readonly Command[];
  command: Command | undefined;
  program: string;
}): string {
  const { commands, command, program } = input;
  if (command) return commandUsage(command, program);
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Usage: ${program} <command> [options]`,
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command takes --json (one JSON value on standard output), --debug (stack traces) and --help.',
    "Exit code: 0 done, 1 failed, 2 wrong usage, 3 a command of the authors' tool.",
  ].join('\n');
}

function commandUsage(command: Command, program: string): string {
  const operands = (command.operands ?? []).map(({ name, summary }) => ({
    flag: name,
    isRequired: true,
    summary,
  }));
  const options = Object.entries(command.options).map(([name, option]) => ({
    flag: option.value === undefined ? `--${name}` : `--${name} ${option.value}`,
    isRequired: option.isRequired ?? false,
    summary: option.summary,
  }));
  const line = [...operands, ...options]
    .map(({ flag, isRequired }) => (isRequired ? flag : `[${flag}]`))
    .join(' ');
  const width = Math.max(0, ...[...operands, ...options].map(({ flag }) => flag.length));
  return [
    `Usage: ${program} ${command.name} ${line}`.trimEnd(),
    command.summary,
    ...[...operands, ...options].map(({ flag, summary }) => `  ${flag.padEnd(width)}  ${summary}`),
  ].join('\n');
}
