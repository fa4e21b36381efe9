import { LOCALES, type Manifest, zManifest } from '@waypost/contract';
import type { PluginDefinition } from '@waypost/sdk';
import { screensOf } from '../../conformance/check-remote.ts';
import { wordsOf } from '../../conformance/check-words.ts';
import type { ConformanceFault } from '../../conformance/fault.ts';
import { jsonOf, type PluginFiles } from '../../conformance/plugin-files.ts';
import { isWorded } from '../test-words.ts';
import { type DerivedWord, derivedWords, titles } from './derived-words.ts';
import { findLeftovers } from './leftovers.ts';
import { type RecordedSetup, recordSetup } from './recorded-setup.ts';
import type { UntitledList } from './untitled-lists.ts';
import { unusedRequests } from './unused-requests.ts';
import { wordFile } from './word-file.ts';

/** Groups of the menu that plugins of the product lay out, which an outside plugin's screens may stand in. */
const PRODUCT_GROUPS: ReadonlySet<string> = new Set([
  ...['codes', 'links', 'statistics', 'domains', 'shield', 'money', 'agents'],
  ...['people', 'content', 'platform', 'operations', 'account'],
  // Each one tab of another.
  ...['over_time', 'sources', 'visit_lookup', 'earnings', 'payments', 'wechat', 'blocked'],
  ...['services', 'extensions', 'logs'],
]);

/** Where a check says what refuses nothing. */
export interface CheckOptions {
  /** Told of what plugin.json asks for and setup does not use; by default it is printed. */
  warn?: (warning: ConformanceFault) => void;
  /** Lists that the sources show without a title, as {@link checkPluginFolder} finds them. */
  untitled?: readonly UntitledList[];
}

/**
 * Sets a plugin up twice, as the product does and over a store in which nothing is, and disposes it: what CI and authors
 * ask beside {@link checkRelease}. It runs the plugin's code. What the product would refuse is found all at once, not
 * one by one; and every word that a declaration is shown with is asked for in each language. Empty: it conforms.
 */
export async function checkDefinition(
  definition: PluginDefinition,
  files: PluginFiles,
  { warn = printWarning, untitled = [] }: CheckOptions = {},
): Promise<ConformanceFault[]> {
  const parsed = zManifest.safeParse(jsonOf(files, 'plugin.json'));
  if (!parsed.success)
    return [{ rule: 'manifest', path: 'plugin.json', message: 'is not right: see checkRelease' }];
  const manifest = parsed.data;
  if (definition.id !== manifest.id)
    return [{ rule: 'manifest', path: 'plugin.json.id', message: `the server defines ${definition.id}` }];
  const recording = recordSetup(manifest);
  const faults: ConformanceFault[] = [];
  const leftovers = await findLeftovers(async () => {
    // The second time is the one after an administrator has switched it off and on.
    for (const run of [recording, recordSetup(manifest)]) {
      const failure = await setUp(definition, run);
      if (failure !== undefined) faults.push(failure);
      if (run === recording) {
        faults.push(...faultsOf(recording, manifest, files));
        faults.push(
          ...wordFaults([...derivedWords(recording, manifest), ...titles(recording, untitled)], files),
        );
        for (const warning of unusedRequests(recording, manifest)) warn(warning);
        for (const warning of pagesWithoutEntry(recording, manifest, files)) warn(warning);
      }
      await run.activation.scope.dispose((error) =>
        faults.push({ rule: 'disposal', path: definition.id, message: `a disposer fails: ${String(error)}` }),
      );
    }
  });
  return [...faults, ...leftovers];
}

/** Runs the setup and makes what it registered visible; what the product would not get through is answered. */
async function setUp(
  definition: PluginDefinition,
  { activation, recorded }: RecordedSetup,
): Promise<ConformanceFault | undefined> {
  try {
    await definition.setup(recorded);
    activation.scope.commit();
    return undefined;
  } catch (error) {
    return { rule: 'setup', path: definition.id, message: `setup fails: ${String(error)}` };
  }
}

function faultsOf(recording: RecordedSetup, manifest: Manifest, files: PluginFiles): ConformanceFault[] {
  return [
    ...recording.faults,
    ...accessFaults(recording),
    ...settingsFaults(recording),
    ...jobFaults(recording, manifest),
    ...serviceFaults(recording, manifest),
    ...menuFaults(recording, manifest, files),
  ];
}

function accessFaults({ calls }: RecordedSetup): ConformanceFault[] {
  return calls
    .filter(({ access }) => !('permission' in access || 'signedIn' in access || 'public' in access))
    .map(({ area, call }) => ({
      rule: 'permissions',
      path: `${area}/${call}`,
      message: 'says neither a permission nor signedIn nor public',
    }));
}

function settingsFaults({ settings }: RecordedSetup): ConformanceFault[] {
  if (settings.length < 2) return [];
  const message = `is called ${settings.length} times; a plugin has one form of settings, and the last would hide the others`;
  return [{ rule: 'settings', path: 'context.settings', message }];
}

/** A job that repeats and that nobody defines would fail each time. */
function jobFaults({ activation, queue }: RecordedSetup, { id }: Manifest): ConformanceFault[] {
  return queue
    .repeated()
    .map(({ name }) => name.slice(id.length + 1))
    .filter((name) => !activation.declared.jobs.has(name))
    .map((name) => ({
      rule: 'jobs',
      path: name,
      message: 'repeats, but no context.jobs.define says what it does',
    }));
}

function serviceFaults({ activation }: RecordedSetup, { services = {} }: Manifest): ConformanceFault[] {
  return Object.keys(services)
    .filter((name) => !activation.declared.services.has(name))
    .map((name) => ({ rule: 'services', path: name, message: 'is named in plugin.json, but not offered' }));
}

function menuFaults({ menus }: RecordedSetup, manifest: Manifest, files: PluginFiles): ConformanceFault[] {
  const screens = manifest.remote === undefined ? undefined : screensOf(files, manifest);
  const words = wordsOf(files, 'en-US');
  return menus.flatMap(({ route, parent }): ConformanceFault[] => [
    ...(screens === undefined || screens.includes(route)
      ? []
      : [
          {
            rule: 'menu' as const,
            path: route,
            message: 'is in the menu, but the remote has no screen of the name',
          },
        ]),
    ...(parent === undefined || PRODUCT_GROUPS.has(parent) || words.has(`menu.group.${parent}`)
      ? []
      : [
          {
            rule: 'menu' as const,
            path: route,
            message: `hangs below ${parent}, which is no group of the product (${[...PRODUCT_GROUPS].join(', ')}) and has no menu.group.${parent} of the plugin`,
          },
        ]),
  ]);
}

/** A page may wait for a setting, so it refuses nothing; most often its entry was forgotten. */
function pagesWithoutEntry(
  { menus }: RecordedSetup,
  manifest: Manifest,
  files: PluginFiles,
): ConformanceFault[] {
  const reached = new Set([...menus.map(({ route }) => route), ...(manifest.public_screens ?? [])]);
  const pages = manifest.remote === undefined ? [] : (screensOf(files, manifest) ?? []);
  return pages
    .filter((page) => !reached.has(page))
    .map((path) => ({
      rule: 'menu',
      path,
      message: 'is a page, but no context.menu names it: nobody can open it',
    }));
}

function wordFaults(words: readonly DerivedWord[], files: PluginFiles): ConformanceFault[] {
  const faults = new Map<string, ConformanceFault>();
  for (const locale of LOCALES) {
    const own = wordsOf(files, locale);
    for (const { keys, of } of words) {
      const [key] = keys;
      if (keys.some((one) => isWorded(own, one) || isOfGroup(one))) continue;
      faults.set(`${locale} ${key}`, {
        rule: 'words',
        path: key,
        message: `has no ${locale} text: ${of} shows it; write it in ${wordFile(files, locale, key)}`,
      });
    }
  }
  return [...faults.values()];
}

/** Names of the product's own groups stand with the plugin that has their screens. */
function isOfGroup(key: string): boolean {
  return key.startsWith('menu.group.') && PRODUCT_GROUPS.has(key.slice('menu.group.'.length));
}

function printWarning({ rule, path, message }: ConformanceFault): void {
  process.stderr.write(`warning: ${rule}: ${path} ${message}\n`);
}
