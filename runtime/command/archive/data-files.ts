import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folder of DATA_DIR that holds the visit journals: journal/<id>/<segment>. */
export const JOURNAL = 'journal';
/** Prefix of folders that backup and restore make inside DATA_DIR. */
export const WORK_PREFIX = '.waypost-';
/** Folders that a restore has moved aside. */
export const REPLACED_PREFIX = 'replaced-';

/** Belongs to running processes, is written this moment, or is derived from other files at each start. */
const NOT_KEPT =
  /^(launcher\.(lock|json)(-journal)?|metrics\.token|visit-shared|.*\.sock|.*\.lock(-journal)?|.*\.part)$/;

/**
 * What the product deletes at any time: uploads whose rows are gone, results that are over, plugins that were removed, contents that no link shows, the
 * mark of a zone that may still be chosen. Nothing else may go unseen: of keys that are being renewed a backup would hold half.
 */
const MAY_GO = /^(files|operations|plugins|plugin-archives|visit-contents)\/|^time-zone\.open$/;
export const mayGo = (path: string): boolean => MAY_GO.test(path);

/** Files of DATA_DIR that a backup holds beside store and journals, by their paths within it. */
export function keptFiles(dataDirectory: string): string[] {
  const found: string[] = [];
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const path = join(directory, entry.name);
      const isTop = directory === dataDirectory;
      if (entry.isFile() && !NOT_KEPT.test(entry.name)) found.push(relative(dataDirectory, path));
      if (!entry.isDirectory()) continue;
      if (isTop && (entry.name === 'store' || entry.name === JOURNAL)) continue;
      if (isTop && (entry.name.startsWith(WORK_PREFIX) || entry.name.startsWith(REPLACED_PREFIX))) continue;
      walk(path);
    }
  };
  walk(dataDirectory);
  return found.sort();
}

/** Files of the visit journals, `<id>/<segment>`, without their locks. */
export function journalFiles(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(join(directory, name))
        .filter((file) => !NOT_KEPT.test(file))
        .map((file) => join(name, file)),
    );
}
