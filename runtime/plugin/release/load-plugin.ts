import { join, sep } from 'node:path';
import type { PluginDefinition } from '@waypost/sdk';
import { z } from 'zod';
import { provideHostModules } from './host-modules.ts';
import type { InstalledPlugin } from './installed.ts';

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
  if (plugin.source !== 'registry') provideHostModules();
  const entry: unknown = await import(join(plugin.directory, server));
  const parsed = zServerEntry.safeParse(entry);
  if (!parsed.success) throw new TypeError(`${server}: expected an export "plugin" made by definePlugin`);
  if (parsed.data.plugin.id !== plugin.id)
    throw new TypeError(`${server}: defines the plugin ${parsed.data.plugin.id}, expected ${plugin.id}`);
  return (entry as { plugin: PluginDefinition }).plugin;
}

/**
 * Lets the modules of a release go, so that memory does not rise with each upgrade. Plugins of registry.json stay: their
 * files are the project's own.
 */
export function unloadPlugin(plugin: Pick<InstalledPlugin, 'source' | 'directory'>): void {
  if (plugin.source === 'registry') return;
  for (const file of Object.keys(require.cache))
    if (file.startsWith(plugin.directory + sep)) delete require.cache[file];
}
