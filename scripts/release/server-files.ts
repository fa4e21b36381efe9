import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Built before it is laid out; see host/shell/build.ts. */
const SHELL = 'host/shell/dist';
const WHOLE_FOLDERS = [SHELL, 'locales'];
const FILES = ['registry.json', 'LICENSE'];
/** What tests, authors and readers of the source need and no server does. */
const LEFT_OUT =
  /(^|\/)(node_modules|tests|testing|acceptance|decisions|\.generated)(\/|$)|\.test\.tsx?$|(^|\/)(test-|arbitrary[-_])[^/]*$/;
const SERVER_SOURCE = /\.(ts|json)$/;
/** What the server writes documents with, and the licences of it. */
const FONTS = /(^|\/)fonts\/[^/]+\.(ttf\.gz|txt)$/;
/** In a plugin the pages' sources are built into `dist`. */
const PAGE_SOURCE = /(^|\/)remote\.ts$/;

/**
 * Paths of the files that a server runs, from the project's folder, in order.
 * @throws Error when the pages are not built
 */
export function serverFiles(root: string): string[] {
  const plugins = filesBelow(root, 'plugins');
  const pages = [SHELL, ...folders(root, 'plugins').map((name) => `plugins/${name}/dist`)];
  const found = [
    ...FILES,
    ...WHOLE_FOLDERS.flatMap((path) => filesBelow(root, path)),
    ...filesBelow(root, 'runtime').filter((path) => SERVER_SOURCE.test(path) || FONTS.test(path)),
    ...plugins.filter(
      (path) =>
        /^plugins\/[^/]+\/dist\//.test(path) ||
        FONTS.test(path) ||
        (SERVER_SOURCE.test(path) && !PAGE_SOURCE.test(path)),
    ),
  ].filter((path) => !LEFT_OUT.test(path));
  for (const folder of pages)
    if (!found.some((path) => path.startsWith(`${folder}/`)))
      throw new Error(`${folder} is not built: run host/shell/build.ts first`);
  return found.toSorted();
}

/** Copies files from one folder to another, each to the same path. */
export function copyFiles(paths: readonly string[], from: string, to: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path));
  }
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return LEFT_OUT.test(path) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}

function folders(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
