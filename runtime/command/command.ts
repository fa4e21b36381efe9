import type { HourAccount } from '@waypost/sdk';
import type { PluginFiles } from '@waypost/sdk/conformance/release';
import type { PluginAdministration } from '@waypost/sdk/platform';
import type { Environment } from '../process/environment.ts';
import type { RuntimeServices } from '../services/index.ts';
import type { VisitAccounts } from '../visit/index.ts';
import type { MonitorLook } from './monitor-look.ts';

/** What a command has to work with. */
export interface CommandContext {
  environment: Environment;
  /** Values of the command's options. */
  values: Readonly<Record<string, string | boolean | undefined>>;
  /** Words after the command's name, one for each of its `operands`. */
  operands: readonly string[];
  /** Services over the store; the store is reached, and started when nothing else runs it, at the first call. */
  services(): Promise<RuntimeServices>;
  /** Administration of plugins over the same store; a running product follows what it does. */
  plugins(sources?: PluginSources): Promise<PluginAdministration>;
  /** Every plugin's files as they are kept: folders of registry.json's, archives of the others. */
  pluginFiles(): Promise<readonly KeptPlugin[]>;
  /** What was answered, journalled, aggregated and rolled up of each journal of DATA_DIR. */
  visitAccounts(): Promise<VisitAccounts>;
  /** Hours of the last days whose counters differ; `isLagging`: visits wait in journals. */
  differingHours(isLagging: boolean): Promise<HourAccount[]>;
  /** What the product's monitor finds wrong, by its limits. */
  monitor(): Promise<MonitorLook>;
  /** Says on standard error what is being done, for work that takes a while. */
  say(text: string): void;
  /** Text of standard input, for secrets that must not stand in a process list. */
  readInput(): Promise<string>;
}

/** A plugin that registry.json or the store has. */
export interface KeptPlugin {
  id: string;
  release: string;
  /** @throws AppError when the archive is not what was received */
  read(): Promise<PluginFiles>;
}

/** Where plugins come from, when it is not what the environment says. */
export interface PluginSources {
  registryFile?: string | undefined;
  /** In place of PLUGIN_DIR. */
  pluginDirectory?: string | undefined;
}

/** What a command answers: a value for `--json` and lines for people. */
export interface CommandResult {
  value: unknown;
  lines: readonly string[];
  /** The command ran and found something wrong: exit 1. */
  hasFailed?: boolean;
}

export interface Command {
  /** As typed: `account create`. */
  name: string;
  /** One line for the overview. */
  summary: string;
  options: Readonly<Record<string, CommandOption>>;
  /** What stands after the name, all of it required: FILE. */
  operands?: readonly { name: string; summary: string }[];
  run(context: CommandContext): Promise<CommandResult>;
}

export interface CommandOption {
  type: 'string' | 'boolean';
  /** Placeholder of the value and what it means. */
  value?: string;
  summary: string;
  isRequired?: boolean;
}

/** The command line was wrong: exit 2 with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command refuses, with a sentence that says why: exit 1, and nothing more to be found with `--debug`. */
export class CommandRefused extends Error {
  override readonly name: string = 'CommandRefused';
}
