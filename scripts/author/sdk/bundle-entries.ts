import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildConfig, BunPlugin } from 'bun';
import { SDK_PACKAGES, type SdkPackage } from './sdk-packages.ts';

/** Modules that a bundle and the plugin beside it must share: errors, schemas and models are known by their identity. */
const SHARED: string[] = ['zod', 'mongoose'];
/** What no test of a plugin reaches, and what cannot be bundled: it looks for native parts. */
const LEFT_OUT: string[] = ['ssh2'];

/**
 * Bundles those entries of a package that stand on what no author installs. Each becomes one file, with pieces that
 * several share; programs of threads lie beside them under the names by which they are started.
 * @param root the project
 * @param staged folder of the package as it is packed
 * @throws Error with the bundler's messages
 */
export async function bundleEntries(root: string, staged: string, sdkPackage: SdkPackage): Promise<void> {
  const { bundled } = sdkPackage;
  if (bundled === undefined) return;
  const target = join(staged, bundled.folder);
  mkdirSync(target, { recursive: true });
  const common: Omit<BuildConfig, 'entrypoints'> = {
    target: 'bun',
    format: 'esm',
    external: [...SHARED, ...LEFT_OUT],
    plugins: [sharedSdk(root)],
  };
  const within = (entry: string) => join(root, sdkPackage.folder, bundled.folder, entry);
  await build({ ...common, entrypoints: bundled.entries.map(within), outdir: target, splitting: true });
  for (const thread of bundled.threads) {
    // Of the same name as its source, for the address by which it is started holds it.
    const naming = thread.slice(dirname(thread).length + 1);
    await build({ ...common, entrypoints: [join(root, thread)], outdir: target, naming });
  }
}

async function build(options: BuildConfig): Promise<void> {
  const { success, logs } = await Bun.build(options);
  if (!success) throw new Error(`the SDK cannot be bundled:\n${logs.map(String).join('\n')}`);
}

/** Files of the SDK that the project imports by their path are the plugin's own packages as well. */
function sharedSdk(root: string): BunPlugin {
  const owners = new Map(
    SDK_PACKAGES.flatMap(({ name, folder, entries: [index = ''] }) =>
      filesOfIndex(join(root, folder, index)).map((file): [string, string] => [file, name]),
    ),
  );
  const names = new Set(owners.values());
  return {
    name: 'shared-sdk',
    setup(builder) {
      builder.onResolve({ filter: /^@waypost\/[a-z-]+$/ }, ({ path }) =>
        names.has(path) ? { path, external: true } : undefined,
      );
      builder.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
        const owner = owners.get(join(dirname(importer), path));
        return owner === undefined ? undefined : { path: owner, external: true };
      });
    },
  };
}

/** The files whose every export is one of the package's index. */
function filesOfIndex(index: string): string[] {
  const text = readFileSync(index, 'utf8');
  return [...text.matchAll(/^export \* from '(\.\/[^']+)';$/gm)].map(([, path = '']) =>
    join(dirname(index), path),
  );
}
