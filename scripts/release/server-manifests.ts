import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const zManifest = z.looseObject({
  version: z.string(),
  license: z.string(),
  workspaces: z.array(z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

/** What bun does with the folder: nothing is fetched while the product runs. */
const BUNFIG = `[install]
auto = "disable"
exact = true
linker = "hoisted"
`;

/**
 * Writes the package.json of a server's folder and takes out of those in it what only builds and tests need.
 * @param files paths in the folder, of which those of package.json are rewritten
 */
export function writeServerManifests(root: string, folder: string, files: readonly string[]): void {
  const product = read(root, 'package.json');
  const { bun = '' } = product.devDependencies ?? {};
  write(folder, 'package.json', {
    name: 'waypost-server',
    version: product.version,
    private: true,
    license: product.license,
    type: 'module',
    workspaces: (product.workspaces ?? []).filter((path) => !path.startsWith('host/')),
    scripts: { start: 'bun runtime/launcher/main.ts', waypost: 'bun runtime/command/main.ts' },
    dependencies: { bun },
  });
  for (const path of files.filter((file) => file.endsWith('/package.json'))) {
    const { devDependencies: _, ...manifest } = read(folder, path);
    write(folder, path, manifest);
  }
  writeFileSync(join(folder, 'bunfig.toml'), BUNFIG);
}

function read(folder: string, path: string) {
  return zManifest.parse(JSON.parse(readFileSync(join(folder, path), 'utf8')));
}

function write(folder: string, path: string, manifest: object): void {
  writeFileSync(join(folder, path), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
