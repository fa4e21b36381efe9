import { dirname, join } from 'node:path';
import { Glob } from 'bun';
import ts from 'typescript';
import { SCREEN_IMPORTS } from './screen-imports-allowed.ts';

/** Product code of a plugin beside its screens; `server.ts` puts them together, `remote.ts` lists them, and migrations turn the rows of each. */
const BESIDE =
  /^plugins\/([^/]+)\/(?!screens\/|migrations\/|server\.ts$|remote\.ts$)(?!.*\/?testing\/).*(?<!\.test)\.tsx?$/;

/** How many imports of a file lead into the screens of its plugin, which it lies beside. */
export function screenImports(file: string, text: string): number {
  const plugin = BESIDE.exec(file)?.[1];
  if (plugin === undefined || !text.includes('screens/')) return 0;
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) =>
      join(dirname(file), fileName).startsWith(`plugins/${plugin}/screens/`),
    ).length;
}

/** What is wrong with the imports of all files, by plugin; `allowed`: how many each plugin may have, exactly. */
export function screenFaults(
  files: Iterable<[file: string, text: string]>,
  allowed = SCREEN_IMPORTS,
): string[] {
  const counts = new Map<string, number>();
  for (const [file, text] of files) {
    const plugin = /^plugins\/([^/]+)\//.exec(file)?.[1];
    if (plugin !== undefined) counts.set(plugin, (counts.get(plugin) ?? 0) + screenImports(file, text));
  }
  return [...counts].flatMap(([plugin, count]) => {
    const most = allowed[plugin] ?? 0;
    if (count > most)
      return [
        `plugins/${plugin}: ${count} imports from screens/ outside of it, at most ${most}: what several screens need lies in a folder beside screens/`,
      ];
    if (count < most)
      return [
        `plugins/${plugin}: ${count} imports from screens/ outside of it, not ${most} any more: lower its number in scripts/structure/screen-imports-allowed.ts`,
      ];
    return [];
  });
}

/** The sources of all plugins, paths from the root. */
export async function sourcesOf(root: string): Promise<[file: string, text: string][]> {
  const sources: [file: string, text: string][] = [];
  for await (const file of new Glob('plugins/**/*.{ts,tsx}').scan({ cwd: root }))
    if (!/\/(node_modules|dist|\.generated)\//.test(file))
      sources.push([file, await Bun.file(join(root, file)).text()]);
  return sources;
}
