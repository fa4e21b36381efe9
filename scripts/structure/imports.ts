import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Glob } from 'bun';
import ts from 'typescript';

/** How many imports of files run from one box to another, by `from to`. */
export type Arrows = ReadonlyMap<string, number>;

/** Tests, and what only they and the benches use: as .dependency-cruiser.cjs has it. */
const BESIDE_THE_HOUSE = /\.test\.tsx?$|(^|\/)(tests|testing|acceptance)\/|(^|\/)test-[^/]+$/;

/**
 * Reads the imports of `runtime`, those of types among them, and adds them up between boxes.
 * @param boxOf the box in which a file stands, path from the root; undefined: in none
 */
export async function readArrows(root: string, boxOf: (file: string) => string | undefined): Promise<Arrows> {
  const arrows = new Map<string, number>();
  for await (const file of new Glob('runtime/**/*.{ts,tsx}').scan({ cwd: root })) {
    const from = boxOf(file);
    if (from === undefined || BESIDE_THE_HOUSE.test(file)) continue;
    const targets = new Set(importsOf(await Bun.file(join(root, file)).text(), root, file));
    for (const target of targets) {
      const to = boxOf(target);
      if (to === undefined || to === from) continue;
      const arrow = `${from} ${to}`;
      arrows.set(arrow, (arrows.get(arrow) ?? 0) + 1);
    }
  }
  return arrows;
}

/** Files of the repository that a source imports, paths from the root. */
function importsOf(text: string, root: string, file: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
    const workspace = /^@waypost\/(contract|sdk|store)(\/.*)?$/.exec(fileName);
    if (workspace !== null) return [`runtime/${workspace[1]}/index.ts`];
    if (!fileName.startsWith('.')) return [];
    const target = relative(root, join(root, dirname(file), fileName));
    return existsSync(join(root, target)) ? [target] : [];
  });
}
