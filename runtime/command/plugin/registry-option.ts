import { resolve } from 'node:path';
import type { PluginAdministration } from '@waypost/sdk/platform';
import type { CommandContext } from '../command.ts';

/** For who runs the product with another list of its own plugins. */
export const registryOption = {
  registry: { type: 'string', value: 'FILE', summary: 'another registry.json than the product’s' },
} as const;

/** The administration that a command works with. */
export function administrationOf(
  context: CommandContext,
  pluginDirectory?: string,
): Promise<PluginAdministration> {
  const { registry } = context.values;
  const registryFile = typeof registry === 'string' ? resolve(registry) : undefined;
  return context.plugins({ registryFile, pluginDirectory });
}
