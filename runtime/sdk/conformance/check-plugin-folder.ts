import { zManifest } from '@waypost/contract';
import type { PluginDefinition } from '../plugin.ts';
import { checkDefinition } from './check-definition.ts';
import { checkRelease } from './check-release.ts';
import type { ConformanceFault } from './fault.ts';
import { jsonOf, readPluginFiles } from './plugin-files.ts';

/**
 * The whole suite for a plugin under development: its folder and its server entry.
 * @example expect(await checkPluginFolder(import.meta.dir, plugin)).toEqual([]);
 */
export async function checkPluginFolder(
  folder: string,
  definition: PluginDefinition,
): Promise<ConformanceFault[]> {
  const manifest = zManifest.safeParse(jsonOf(await readPluginFiles(folder, undefined), 'plugin.json'));
  const files = await readPluginFiles(folder, manifest.success ? manifest.data.remote : undefined);
  const faults = checkRelease(files);
  return manifest.success ? [...faults, ...(await checkDefinition(definition, files))] : faults;
}
