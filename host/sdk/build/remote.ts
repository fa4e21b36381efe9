import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration } from '@rspack/core';
import { containerName, zManifest } from '@waypost/contract';
import { runCompiler } from './compile.ts';
import { followWords } from './follow-words.ts';
import { baseConfiguration } from './rules.ts';
import { findScreens, findSlots, writeRemoteEntry } from './screens.ts';
import { sharedModules } from './shared.ts';

export interface RemoteTarget {
  /** The plugin's folder; it has `remote.ts` and usually `screens/`. */
  directory: string;
  id: string;
  version: string;
  isDevelopment?: boolean;
}

/** rspack configuration of a plugin's remote. It has no entry of its own: all is behind the exposed module `./plugin`. */
export function remoteConfiguration({
  directory,
  id,
  version,
  isDevelopment = false,
}: RemoteTarget): Configuration {
  const exposed = writeRemoteEntry(directory);
  const base = baseConfiguration({ directory, uniqueName: `${id}@${version}`, isDevelopment });
  return {
    ...base,
    entry: {},
    plugins: [
      ...(base.plugins ?? []),
      ...(isDevelopment ? [followWords(directory)] : []),
      new ModuleFederationPlugin({
        name: containerName(id),
        filename: isDevelopment ? 'remoteEntry.js' : 'assets/remoteEntry.[contenthash:10].js',
        exposes: { './plugin': exposed },
        manifest: true,
        dts: false,
        shareStrategy: 'loaded-first',
        shared: sharedModules('remote'),
        experiments: { externalRuntime: true },
      }),
    ],
  };
}

/**
 * Builds a plugin's remote into `<directory>/dist`.
 * @throws Error with the compiler's messages when the source does not build
 */
export async function buildRemote(target: RemoteTarget): Promise<{ output: string }> {
  await runCompiler(remoteConfiguration(target));
  const output = join(target.directory, 'dist');
  for (const name of ['mf-manifest.json', 'mf-stats.json']) orderShared(join(output, name));
  const screens = findScreens(target.directory).map(({ name }) => name);
  // What the server tells administrators and checks the menu against; it cannot look into the bundles.
  writeFileSync(join(output, 'screens.json'), `${JSON.stringify(screens)}\n`);
  writeFileSync(join(output, 'slots.json'), `${JSON.stringify(findSlots(target.directory))}\n`);
  return { output };
}

/**
 * Builds the pages of the plugin in a folder as its plugin.json says; a plugin without pages needs nothing.
 * @returns the folder of the built remote, if there is one
 * @throws Error when plugin.json is not right or the source does not build
 */
export async function buildPlugin(directory: string): Promise<string | undefined> {
  const file = join(directory, 'plugin.json');
  const { id, version, remote } = zManifest.parse(JSON.parse(readFileSync(file, 'utf8')));
  if (remote === undefined) return undefined;
  if (remote !== 'dist') throw new Error(`${file}: remote: expected "dist", where the build writes to`);
  return (await buildRemote({ directory, id, version })).output;
}

/** Module Federation lists shared modules in the order in which they were built, another one each time: the same source gives the same files. */
function orderShared(file: string): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { shared: { name: string }[] };
  content.shared.sort((one, other) => (one.name < other.name ? -1 : 1));
  writeFileSync(file, JSON.stringify(content, undefined, 2));
}
