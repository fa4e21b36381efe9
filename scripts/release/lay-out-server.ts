import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installProduction } from './install-production.ts';
import { copyFiles, serverFiles } from './server-files.ts';
import { writeServerManifests } from './server-manifests.ts';

/** What stands beside the product in a server's folder, by where it stands in the project. */
const BESIDE = {
  'README.md': 'docs/server.md',
  Caddyfile: 'docs/caddy/Caddyfile',
  'waypost.service': 'scripts/release/waypost.service',
  waypost: 'scripts/release/waypost',
} as const;

/**
 * Lays out all that a server needs: runtime, built pages, words, registry.json, production packages, bun itself. The
 * image, the release archive and the test of a release take this folder.
 * @param root the project, its pages built
 * @param folder new or empty
 * @throws Error when the folder holds something, the pages are not built, or a package cannot be installed
 */
export async function layOutServer(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  layOutFiles(root, folder);
  await installProduction(root, folder);
}

/** The same without packages. */
export function layOutFiles(root: string, folder: string): void {
  const files = serverFiles(root);
  copyFiles(files, root, folder);
  writeServerManifests(root, folder, files);
  for (const [name, source] of Object.entries(BESIDE)) copyFileSync(join(root, source), join(folder, name));
  chmodSync(join(folder, 'waypost'), 0o755);
}
