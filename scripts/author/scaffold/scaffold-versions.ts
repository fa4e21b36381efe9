import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import { bringSdk } from '../sdk/bring-sdk.ts';
import { SDK_PACKAGES } from '../sdk/sdk-packages.ts';
import type { ScaffoldVersions } from './plugin-files.ts';

const zPackage = z.looseObject({
  version: z.string(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

/**
 * What a new plugin's package.json says: versions that this product itself uses. A plugin outside the project gets the
 * packed SDK into its `sdk/`, so that it needs nothing of this product's folder later on.
 * @param root the project
 * @param folder of the new plugin
 * @param say is told of work that takes a while
 */
export async function scaffoldVersions({
  root,
  folder,
  say,
}: {
  root: string;
  folder: string;
  say: (text: string) => void;
}): Promise<ScaffoldVersions> {
  const read = async (path: string) =>
    zPackage.parse(JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8')));
  const [product, runtime, host] = await Promise.all([read('.'), read('runtime'), read('host/sdk')]);
  const isWorkspace = /^plugins\/[^/]+$/.test(relative(root, folder));
  return {
    engine: runtime.version,
    sdk: isWorkspace
      ? Object.fromEntries(SDK_PACKAGES.map(({ name }) => [name, 'workspace:*']))
      : await bringSdk({ root, folder, say }),
    packages: { ...host.devDependencies, ...host.dependencies, ...product.devDependencies },
  };
}
