import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract/constants';

export interface FoundScreen {
  /** Folder name = menu route = name that the menu asks the remote for. */
  name: string;
  kind: 'page' | 'resource';
}

/** Screens of a plugin: each folder of `screens/` with a page, or with only a resource (list and form are generated). */
export function findScreens(directory: string): FoundScreen[] {
  const folder = join(directory, 'screens');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .flatMap((name): FoundScreen[] => {
      if (existsSync(join(folder, name, 'page.tsx'))) return [{ name, kind: 'page' }];
      if (existsSync(join(folder, name, 'resource.ts'))) return [{ name, kind: 'resource' }];
      return [];
    });
}

/** Contributions of a plugin to pages of others: each file of `slots/`, by its name. */
export function findSlots(directory: string): string[] {
  const folder = join(directory, 'slots');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => name.slice(0, -'.tsx'.length))
    .sort();
}

/** Words of one language, the plugin's own and its screens' merged. A key given twice is an error: one would vanish. */
export function mergeWords(directory: string, locale: string): Record<string, string> {
  const folder = join(directory, 'screens');
  const screens = existsSync(folder) ? readdirSync(folder).sort() : [];
  const files = [
    join(directory, 'locales', `${locale}.json`),
    ...screens.map((name) => join(folder, name, `${locale}.json`)),
  ];
  const words: Record<string, string> = {};
  for (const file of files.filter((path) => existsSync(path))) {
    for (const [key, text] of Object.entries(
      JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>,
    )) {
      if (key in words) throw new Error(`${file}: "${key}" has a text already`);
      words[key] = text;
    }
  }
  return words;
}

/** Writes `.generated/` of a plugin: its map of screens and its words. Returns the entry's path. */
export function writeRemoteEntry(directory: string): string {
  const folder = join(directory, '.generated');
  mkdirSync(folder, { recursive: true });
  for (const locale of LOCALES) {
    write(join(folder, `${locale}.json`), `${JSON.stringify(mergeWords(directory, locale))}\n`);
  }
  const found = findScreens(directory);
  const hasResource = found.some(({ kind }) => kind === 'resource');
  const screens = found.map(({ name, kind }) =>
    kind === 'page'
      ? `  ${JSON.stringify(name)}: () => import('../screens/${name}/page.tsx').then((module) => ({ default: module.Page })),`
      : `  ${JSON.stringify(name)}: () => import('../screens/${name}/resource.ts').then((module) => ({ default: createResourceScreen(module) })),`,
  );
  const slots = findSlots(directory).map(
    (name) =>
      `  ${JSON.stringify(name)}: () => import('../slots/${name}.tsx').then((module) => module.contribution),`,
  );
  const words = LOCALES.map(
    (locale) => `  '${locale}': () => import('./${locale}.json').then((module) => module.default),`,
  );
  const entry = join(folder, 'remote.ts');
  write(
    entry,
    `// Written by the build from screens/ and locales/; do not edit.
import { ${hasResource ? 'createResourceScreen, ' : ''}SDK_VERSION } from '@waypost/host-sdk';
import { remote } from '../remote.ts';

export const id = remote.id;
export const sdkVersion = SDK_VERSION;
export const screens = {
${screens.join('\n')}
};
export const slots = {
${slots.join('\n')}
};
export const locales = {
${words.join('\n')}
};
export const dispose = remote.dispose;
`,
  );
  return entry;
}

/** Leaves an unchanged file alone so that a watching build does not run again. */
function write(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}
