import { join } from 'node:path';
import type { PluginDefinition } from '@waypost/sdk';
import { z } from 'zod';
import type { InstalledPlugin } from './registry.ts';

const zServerEntry = z.object({
  plugin: z.object({
    id: z.string(),
    migrations: z.array(z.object({ number: z.int(), name: z.string(), up: z.custom<never>(isFunction) })),
    setup: z.custom<PluginDefinition['setup']>(isFunction),
  }),
});

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

/**
 * Imports a plugin's server entry.
 * @throws TypeError when it does not export `plugin` made by `definePlugin`, or one of another id
 */
export async function loadPlugin(plugin: InstalledPlugin): Promise<PluginDefinition> {
  const server = plugin.manifest?.server ?? 'server.ts';
  const entry: unknown = await import(join(plugin.directory, server));
  const parsed = zServerEntry.safeParse(entry);
  if (!parsed.success) throw new TypeError(`${server}: expected an export "plugin" made by definePlugin`);
  if (parsed.data.plugin.id !== plugin.id)
    throw new TypeError(`${server}: defines the plugin ${parsed.data.plugin.id}, expected ${plugin.id}`);
  return (entry as { plugin: PluginDefinition }).plugin;
}
