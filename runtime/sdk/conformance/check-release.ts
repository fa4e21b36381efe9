import { LOCALES, zManifest } from '@waypost/contract';
import { checkImports } from './check-imports.ts';
import { checkRemote } from './check-remote.ts';
import { checkWords, wordsOf } from './check-words.ts';
import type { ConformanceFault } from './fault.ts';
import { jsonFault, jsonOf, type PluginFiles } from './plugin-files.ts';

/**
 * Holds a plugin's files against everything that can be seen without running it: what `plugin verify`, an installation
 * and `doctor` ask. Empty: it conforms.
 * @param files of an archive, or of {@link readPluginFiles}; a server that is not bundled yet is left out
 */
export function checkRelease(files: PluginFiles): ConformanceFault[] {
  const fault = jsonFault(files, 'plugin.json');
  if (fault !== undefined) return [{ rule: 'manifest', path: 'plugin.json', message: fault }];
  const parsed = zManifest.safeParse(jsonOf(files, 'plugin.json'));
  if (!parsed.success)
    return parsed.error.issues.map((issue) => ({
      rule: 'manifest',
      path: ['plugin.json', ...issue.path.map(String)].join('.'),
      message: issue.message,
    }));
  const manifest = parsed.data;
  const server = files.get(manifest.server);
  return [
    ...checkWords(files),
    ...LOCALES.filter((locale) => !wordsOf(files, locale).has(manifest.title)).map(
      (locale): ConformanceFault => ({
        rule: 'words',
        path: `locales/${locale}.json: ${manifest.title}`,
        message: 'is missing: it is the name that people see',
      }),
    ),
    ...checkRemote(files, manifest),
    ...(server !== undefined && /\.m?js$/.test(manifest.server)
      ? checkImports(manifest.server, server, manifest.capabilities?.includes('platform') === true)
      : []),
  ];
}
