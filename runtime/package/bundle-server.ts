import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { packageErrors } from './package-errors.ts';
import { mapSources } from './source-map.ts';

/** Name of the bundled server file in an archive. */
export const SERVER_BUNDLE = 'server.js';

/**
 * What a bundled server imports by name; all else is inside it. The runtime hands its own copies out, so that an error
 * made by the plugin is one that the dispatcher knows.
 */
export const HOST_MODULES: readonly string[] = [
  '@waypost/contract',
  '@waypost/contract/platform',
  '@waypost/sdk',
  '@waypost/sdk/platform',
  'zod',
];

/**
 * Bundles a plugin's server entry into one file, with the map by which stacks name the author's files and lines.
 * @param entry relative to the folder
 * @throws AppError `archive_server_missing`, `archive_server_not_built` with the bundler's messages in `errors`
 */
export function bundleServer(folder: string, entry: string): Promise<Uint8Array> {
  return bundle(folder, entry, HOST_MODULES);
}

/** Bundles a program of the plugin's own, with everything that it imports. Errors as {@link bundleServer}. */
export function bundleProgram(folder: string, entry: string): Promise<Uint8Array> {
  return bundle(folder, entry, []);
}

async function bundle(folder: string, entry: string, external: readonly string[]): Promise<Uint8Array> {
  if (!existsSync(join(folder, entry))) throw packageErrors.serverMissing.create({ path: entry });
  const built = await Bun.build({
    entrypoints: [join(folder, entry)],
    target: 'bun',
    format: 'esm',
    external: [...external],
    // Otherwise each module is headed by its path as seen from where the command ran.
    minify: { whitespace: true },
    sourcemap: 'external',
    throw: false,
  });
  const output = built.outputs.find(({ kind }) => kind === 'entry-point');
  const map = built.outputs.find(({ kind }) => kind === 'sourcemap');
  if (!built.success || output === undefined || map === undefined)
    throw packageErrors.serverNotBuilt.create(
      { path: entry },
      { errors: built.logs.map((log) => ({ path: log.position?.file ?? entry, message: log.message })) },
    );
  return mapSources({
    code: await output.text(),
    map: await map.text(),
    folder: realpathSync(folder),
    builtFrom: process.cwd(),
  });
}
