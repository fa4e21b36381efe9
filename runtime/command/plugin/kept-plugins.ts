import { join } from 'node:path';
import { readPluginFiles } from '@waypost/sdk/conformance/release';
import { openArchive } from '../../package/index.ts';
import { readRegistry } from '../../plugin/release/registry.ts';
import { releasesOf } from '../../plugin/store/releases.ts';
import { RUNTIME_VERSION } from '../../process/version.ts';
import type { StoreAccess } from '../../storage/index.ts';
import type { KeptPlugin } from '../command.ts';

/** Plugins of the project's registry.json and every release in the store. */
export async function keptPlugins(store: StoreAccess, project: string): Promise<KeptPlugin[]> {
  const registry = await readRegistry(join(project, 'registry.json'), project, RUNTIME_VERSION);
  const releases = releasesOf(store.connection);
  return [
    ...registry.map(({ id, release, directory, manifest }) => ({
      id,
      release,
      read: () => readPluginFiles(directory, manifest?.remote),
    })),
    ...(await releases.all()).map(({ plugin, release }) => ({
      id: plugin,
      release,
      read: async () => (await openArchive(await releases.archive(plugin, release))).files,
    })),
  ];
}
