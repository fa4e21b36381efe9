import { LOCALES, type Manifest, zManifest } from '@waypost/contract';
import type { PluginDefinition } from '../plugin.ts';
import { screensOf } from './check-remote.ts';
import { wordsOf } from './check-words.ts';
import type { ConformanceFault } from './fault.ts';
import { findLeftovers } from './leftovers.ts';
import { jsonOf, type PluginFiles } from './plugin-files.ts';
import { createRecordingContext, type Recording } from './recording-context.ts';

/**
 * Sets a plugin up twice against a context that only records, and disposes it: what CI and authors ask beside
 * {@link checkRelease}. It runs the plugin's code. Empty: it conforms.
 */
export async function checkDefinition(
  definition: PluginDefinition,
  files: PluginFiles,
): Promise<ConformanceFault[]> {
  const parsed = zManifest.safeParse(jsonOf(files, 'plugin.json'));
  if (!parsed.success)
    return [{ rule: 'manifest', path: 'plugin.json', message: 'is not right: see checkRelease' }];
  const manifest = parsed.data;
  if (definition.id !== manifest.id)
    return [{ rule: 'manifest', path: 'plugin.json.id', message: `the server defines ${definition.id}` }];
  const recording = createRecordingContext(manifest);
  const faults: ConformanceFault[] = [];
  const leftovers = await findLeftovers(async () => {
    // The second time is the one after an administrator has switched it off and on.
    for (const run of [recording, createRecordingContext(manifest)]) {
      try {
        await definition.setup(run.context);
      } catch (error) {
        faults.push({ rule: 'setup', path: definition.id, message: `setup fails: ${String(error)}` });
      }
      if (run === recording) faults.push(...checkRegistrations(recording, manifest, files));
      await run.dispose();
    }
  });
  return [...faults, ...leftovers];
}

function checkRegistrations(
  recording: Recording,
  manifest: Manifest,
  files: PluginFiles,
): ConformanceFault[] {
  const faults: ConformanceFault[] = [];
  const fault = (rule: ConformanceFault['rule'], path: string, message: string) =>
    faults.push({ rule, path, message });
  const areas = new Map<string, string>();
  for (const { area, call } of recording.calls) areas.set(`${area}/${call}`, area);
  for (const { area, calls } of recording.resources)
    for (const call of calls) areas.set(`${area}/${call}`, area);
  for (const [path, area] of areas)
    if (!manifest.areas.includes(area))
      fault('areas', path, `the area ${area} is not among plugin.json's areas`);
  for (const { area, call, access } of recording.calls)
    if (!('permission' in access || 'signedIn' in access || 'public' in access))
      fault('permissions', `${area}/${call}`, 'says neither a permission nor signedIn nor public');
  for (const node of recording.permissions)
    if (!node.startsWith(`${manifest.id}.`))
      fault('permissions', node, `a permission node of this plugin begins with ${manifest.id}.`);
  for (const name of recording.unasked)
    fault('permissions', `context.${name}`, 'is used without its capability in plugin.json');
  const offered = Object.keys(manifest.services ?? {});
  for (const name of recording.services)
    if (!offered.includes(name))
      fault('services', name, "is offered, but is not among plugin.json's services");
  for (const name of offered)
    if (!recording.services.has(name)) fault('services', name, 'is named in plugin.json, but not offered');
  const screens = manifest.remote === undefined ? undefined : screensOf(files, manifest);
  for (const place of recording.menus) {
    if (screens && !screens.includes(place.route))
      fault('menu', place.route, 'is in the menu, but the remote has no screen of the name');
    for (const locale of LOCALES)
      if (!wordsOf(files, locale).has(`menu.${place.route}`))
        fault('words', `menu.${place.route}`, `has no ${locale} text`);
  }
  return faults;
}
