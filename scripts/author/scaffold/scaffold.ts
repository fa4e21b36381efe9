import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zManifest } from '@waypost/contract';
import { CommandRefused } from '../../../runtime/command/command.ts';
import { jsonText } from './json-text.ts';
import { inTreeFiles, pluginFiles, type ScaffoldVersions } from './plugin-files.ts';
import { areaOf, mountNameOf, type ScreenPlan, screenFiles } from './screen-files.ts';

/** A folder is in the way, or is not what a screen can be added to; the message says which. */
export class ScaffoldError extends CommandRefused {
  override readonly name = 'ScaffoldError';
}

/**
 * Writes a new plugin into an empty or new folder.
 * @returns paths of the files, from the folder
 * @throws ScaffoldError when a file is there already
 */
export async function writePlugin(
  folder: string,
  screen: ScreenPlan,
  versions: ScaffoldVersions,
): Promise<string[]> {
  return writeNew(folder, pluginFiles(screen, versions));
}

/**
 * Writes a new plugin of the product into its folder below `plugins/`, and its line into registry.json.
 * @param root the product's folder
 * @returns paths of the files that were written or changed, from there
 * @throws ScaffoldError when a file is there already
 */
export async function writeInTree(
  root: string,
  screen: ScreenPlan,
  versions: ScaffoldVersions,
): Promise<string[]> {
  const path = `plugins/${screen.plugin}`;
  const written = await writeNew(join(root, path), inTreeFiles(screen, versions));
  const registry = join(root, 'registry.json');
  const line = `{ "id": "${screen.plugin}", "version": "0.1.0", "path": "${path}", "enabled": true }`;
  const text = await readFile(registry, 'utf8');
  await writeFile(registry, text.replace(/\n {2}\]\n\}\s*$/, `,\n    ${line}\n  ]\n}\n`));
  return [...written.map((file) => `${path}/${file}`), 'registry.json'];
}

/**
 * Adds a screen to the plugin in a folder: its files, its area in plugin.json and its call in server.ts.
 * @returns paths of the files that were written or changed
 * @throws ScaffoldError when there is no plugin of this id, or a file of the screen is there already
 */
export async function writeScreen(folder: string, screen: ScreenPlan): Promise<string[]> {
  const file = join(folder, 'plugin.json');
  const manifest = zManifest.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (!manifest.success || manifest.data.id !== screen.plugin)
    throw new ScaffoldError(`${file} is not the manifest of ${screen.plugin}`);
  const server = join(folder, 'server.ts');
  const mounted = mountIn(await readFile(server, 'utf8'), screen);
  if (mounted === undefined)
    throw new ScaffoldError(`${server} has no setup(context) that a screen could be mounted in`);
  const written = await writeNew(folder, screenFiles(screen));
  const areas = [...new Set([...manifest.data.areas, areaOf(screen)])];
  await writeFile(file, jsonText({ ...manifest.data, areas }));
  await writeFile(server, mounted);
  return [...written, 'plugin.json', 'server.ts'];
}

/** The server entry with one more mounted screen; undefined when it has another form than the scaffold's. */
function mountIn(text: string, screen: ScreenPlan): string | undefined {
  const mount = mountNameOf(screen);
  const from = `./screens/${screen.route}/routes.ts`;
  const imports = [...text.matchAll(/^import .*;\n/gm)];
  const last = imports.at(-1);
  const setup = /^ *(async )?setup\(context\) \{\n/m;
  if (last === undefined || !setup.test(text)) return undefined;
  // Imports stand in their order: lint would not have them otherwise.
  const later = imports.find(([found]) => (found.match(/'(\.\/screens\/.*)'/)?.[1] ?? '') > from);
  const after = later?.index ?? last.index + last[0].length;
  const line = `import { ${mount} } from '${from}';\n`;
  return `${text.slice(0, after)}${line}${text.slice(after)}`.replace(
    setup,
    (found) => `${found}    ${mount}(context);\n`,
  );
}

async function writeNew(folder: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const taken = [...files.keys()].find((path) => existsSync(join(folder, path)));
  if (taken !== undefined) throw new ScaffoldError(`${join(folder, taken)} is there already`);
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
  return [...files.keys()];
}
