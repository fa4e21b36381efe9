import { LOCALES, zManifest } from '@waypost/contract';
import type { PluginDefinition } from '@waypost/sdk';
import { checkRelease } from '../../conformance/check-release.ts';
import { wordsOf } from '../../conformance/check-words.ts';
import type { ConformanceFault } from '../../conformance/fault.ts';
import { jsonOf, type PluginFiles, readPluginFiles } from '../../conformance/plugin-files.ts';
import { isWorded } from '../test-words.ts';
import { type CheckOptions, checkDefinition } from './check-definition.ts';
import { declaredErrors } from './declared-errors.ts';
import { untitledLists } from './untitled-lists.ts';
import { wordFile } from './word-file.ts';

/**
 * The whole suite for a plugin under development: its folder and its server entry.
 * @example expect(await checkPluginFolder(import.meta.dir, plugin)).toEqual([]);
 */
export async function checkPluginFolder(
  folder: string,
  definition: PluginDefinition,
  options: CheckOptions = {},
): Promise<ConformanceFault[]> {
  const manifest = zManifest.safeParse(jsonOf(await readPluginFiles(folder, undefined), 'plugin.json'));
  const files = await readPluginFiles(folder, manifest.success ? manifest.data.remote : undefined);
  const faults = [...checkRelease(files), ...(await errorFaults(folder, files))];
  return manifest.success
    ? [
        ...faults,
        ...(await checkDefinition(definition, files, { ...options, untitled: await untitledLists(folder) })),
      ]
    : faults;
}

/** Each declared error has a sentence in each language: without one people read its key. */
async function errorFaults(folder: string, files: PluginFiles): Promise<ConformanceFault[]> {
  const errors = await declaredErrors(folder);
  return LOCALES.flatMap((locale) => {
    const own = wordsOf(files, locale);
    return errors
      .filter(({ key }) => !isWorded(own, key))
      .map(
        ({ code, key, file }): ConformanceFault => ({
          rule: 'words',
          path: key,
          message: `has no ${locale} text: the error ${code} of ${file} is told with it; write it in ${wordFile(files, locale, key)}`,
        }),
      );
  });
}
