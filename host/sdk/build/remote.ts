import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import type { Configuration } from '@rspack/core';
import { runCompiler } from './compile.ts';
import { baseConfiguration } from './rules.ts';
import { writeRemoteEntry } from './screens.ts';
import { sharedModules } from './shared.ts';

export interface RemoteTarget {
  /** The plugin's folder; it has `remote.ts` and usually `screens/`. */
  directory: string;
  id: string;
  version: string;
  isDevelopment?: boolean;
}

/** Container name in the page: letters, digits and underscores only. */
export function containerName(id: string): string {
  return `waypost_${id.replaceAll('-', '_')}`;
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
  return { output: join(target.directory, 'dist') };
}
