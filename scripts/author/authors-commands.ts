import type { Command } from '../../runtime/command/command.ts';
import { pluginNew } from './plugin-new.ts';
import { pluginPack } from './plugin-pack.ts';
import { pluginSdk } from './plugin-sdk.ts';

/** What the command line of a copy of the source has beside a server's commands. */
export const authorsCommands: readonly Command[] = [pluginNew, pluginPack, pluginSdk];
