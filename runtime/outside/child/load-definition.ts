import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { PluginDefinition } from '@waypost/sdk';
import { z } from 'zod';

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
 * @throws TypeError when it lies outside of the release, or does not export `plugin` made by `definePlugin` with this id
 */
export async function loadDefinition(
  directory: string,
  server: string,
  id: string,
): Promise<PluginDefinition> {
  const file = realpathSync(join(directory, server));
  if (relative(realpathSync(directory), file).startsWith('..'))
    throw new TypeError(`${server} lies outside of the plugin's folder`);
  const entry: unknown = await import(file);
  const parsed = zServerEntry.safeParse(entry);
  if (!parsed.success) throw new TypeError(`${server}: expected an export "plugin" made by definePlugin`);
  if (parsed.data.plugin.id !== id)
    throw new TypeError(`${server}: defines the plugin ${parsed.data.plugin.id}, expected ${id}`);
  return (entry as { plugin: PluginDefinition }).plugin;
}
