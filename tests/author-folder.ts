import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ARCHIVE_LIMITS } from '../runtime/package/limits.ts';
import { readArchive } from '../runtime/package/read-archive.ts';
import { runProgram } from '../runtime/process/run-program.ts';
import { bringSdk } from '../scripts/author/sdk/bring-sdk.ts';

const root = join(import.meta.dir, '..');
const EXAMPLES = join(root, 'docs/plugins/example');

/** A folder outside this project in which a plugin is written: bun runs there, and nothing of ours is within reach. */
export interface AuthorFolder {
  /** As `npm install` would: the packed SDK is unpacked; packages of others come from our node_modules, without a network. */
  install(): Promise<void>;
  /** Runs bun in the folder: its exit code and all that it said. */
  bun(...words: string[]): Promise<{ code: number; text: string }>;
}

export function authorFolder(folder: string): AuthorFolder {
  return {
    async install() {
      linkFrom(join(root, 'node_modules'), join(folder, 'node_modules'));
      const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        dependencies: Record<string, string>;
      };
      for (const [name, from] of Object.entries(dependencies)) {
        if (!from.startsWith('file:')) continue;
        const archive = new Uint8Array(readFileSync(join(folder, from.slice('file:'.length))));
        for (const [path, content] of await readArchive(archive, ARCHIVE_LIMITS)) {
          if (path === 'package/package.json') refuseUnpublished(name, new TextDecoder().decode(content));
          const file = join(folder, 'node_modules', name, path.replace(/^package\//, ''));
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, content);
        }
      }
    },
    async bun(...words) {
      const { code, out, error } = await runProgram([process.execPath, ...words], { cwd: folder });
      return { code, text: out + error };
    },
  };
}

/** A package manager asks a registry for each dependency; ours are in none, and an install would end there. */
function refuseUnpublished(name: string, manifest: string): void {
  const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
  const ours = Object.keys(dependencies).filter((dependency) => dependency.startsWith('@waypost/'));
  if (ours.length > 0) throw new Error(`${name} depends on ${ours.join(', ')}, which no registry has`);
}

/** Copies the example plugin of docs/plugins in its first or second release to a folder outside, with the SDK that it names. */
export async function copyExample(folder: string, release: 1 | 2): Promise<AuthorFolder> {
  const isSource = (path: string) =>
    !/\/(node_modules|dist|\.generated|sdk)(\/|$)/.test(path.slice(root.length));
  cpSync(join(EXAMPLES, 'print-batches'), folder, { recursive: true, filter: isSource });
  if (release === 2) cpSync(join(EXAMPLES, 'print-batches-2'), folder, { recursive: true, filter: isSource });
  await bringSdk({ root, folder });
  return authorFolder(folder);
}

function linkFrom(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    if (name.startsWith('.') || name === '@waypost') continue;
    if (name.startsWith('@')) linkFrom(join(source, name), join(target, name));
    else symlinkSync(join(source, name), join(target, name));
  }
}
