import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isReservedPluginId,
  requestedCapabilities,
  zManifest,
  zRegistry,
  zRegistryEntry,
} from '@waypost/contract';
import type { z } from 'zod';
import { StartError } from '../../process/environment.ts';
import type { InstalledPlugin } from './installed.ts';

/** What all plugins of registry.json have in common. */
const OWN = {
  entry: undefined,
  manifest: undefined,
  source: 'registry',
  trust: 'own',
  granted: new Set<string>(),
  problem: undefined,
} as const;

/**
 * Reads registry.json and each plugin's plugin.json. A fault in one entry stops only that plugin.
 * @param projectDirectory what the entries' paths are relative to
 * @param engineVersion version of this runtime, which manifests name a range for
 * @throws StartError when registry.json as a whole cannot be read
 */
export async function readRegistry(
  file: string,
  projectDirectory: string,
  engineVersion: string,
): Promise<InstalledPlugin[]> {
  const registry = zRegistry.safeParse(await readJsonFile(file));
  if (!registry.success) throw new StartError(`${file}: ${describe('', registry.error)}`);
  const installed: InstalledPlugin[] = [];
  for (const [index, value] of registry.data.plugins.entries()) {
    const plugin = await readPlugin(value, `plugins.${index}`, projectDirectory, engineVersion);
    plugin.problem ??= conflict(plugin, installed);
    if (plugin.problem !== undefined) plugin.manifest = undefined;
    installed.push(plugin);
  }
  return installed;
}

/**
 * An id or an area that an earlier entry has already. Areas are given once, whether or not their plugin is switched on:
 * otherwise switching one off would hand its address to another.
 */
function conflict(plugin: InstalledPlugin, earlier: readonly InstalledPlugin[]): string | undefined {
  const twin = earlier.find((other) => other.entry !== undefined && other.id === plugin.id);
  if (twin !== undefined) return `${plugin.place}.id: ${twin.place} has it already`;
  for (const area of plugin.manifest?.areas ?? []) {
    const owner = earlier.find((other) => other.manifest?.areas.includes(area));
    if (owner !== undefined) return `${plugin.place}: the area ${area} belongs to ${owner.id} already`;
  }
  return undefined;
}

async function readPlugin(
  value: unknown,
  place: string,
  projectDirectory: string,
  engineVersion: string,
): Promise<InstalledPlugin> {
  const parsed = zRegistryEntry.safeParse(value);
  if (!parsed.success) {
    const id = typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : place;
    return { ...OWN, place, id, release: '', directory: '', problem: describe(place, parsed.error) };
  }
  const entry = parsed.data;
  const directory = join(projectDirectory, entry.path);
  const plugin: InstalledPlugin = {
    ...OWN,
    place,
    id: entry.id,
    entry,
    trust: entry.outside === true ? 'outside' : 'own',
    release: entry.version,
    directory,
  };
  const file = join(entry.path, 'plugin.json');
  try {
    const manifest = zManifest.safeParse(await readJsonFile(join(projectDirectory, file)));
    // What the platform cannot do without holds the screens of its own services, over their collections.
    if (isReservedPluginId(entry.id) && entry.required !== true)
      plugin.problem = `${place}.id: collections of the platform begin with ${entry.id}`;
    else if (!manifest.success) plugin.problem = `${file}: ${describe('', manifest.error)}`;
    else if (manifest.data.id !== entry.id) plugin.problem = `${place}.id: ${file} says ${manifest.data.id}`;
    else if (manifest.data.version !== entry.version)
      plugin.problem = `${place}.version: expected ${manifest.data.version}, which ${file} says, got ${entry.version}`;
    else if (!Bun.semver.satisfies(engineVersion, manifest.data.engine))
      plugin.problem = `${file}: engine: this runtime is ${engineVersion}, expected ${manifest.data.engine}`;
    else {
      plugin.manifest = manifest.data;
      // The file is the operator's own: whoever names a plugin in it grants what that asks for.
      plugin.granted = new Set(requestedCapabilities(manifest.data));
    }
  } catch (error) {
    plugin.problem = `${place}.path: ${error instanceof Error ? error.message : String(error)}`;
  }
  return plugin;
}

async function readJsonFile(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartError(`${file} cannot be read`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${file} is not JSON`, { cause });
  }
}

function describe(prefix: string, error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '').join('.');
      return path === '' ? issue.message : `${path}: ${issue.message}`;
    })
    .join('; ');
}
