import type { Manifest } from '@waypost/contract';
import { z } from 'zod';
import type { ConformanceFault } from './fault.ts';
import { jsonOf, type PluginFiles } from './plugin-files.ts';

/** List of the remote's screens, written beside its federation manifest by the build preset. */
export const SCREENS_FILE = 'screens.json';

/** Names of what it adds to pages of others. */
const SLOTS_FILE = 'slots.json';

const zAssets = z.looseObject({
  js: z.looseObject({ sync: z.array(z.string()), async: z.array(z.string()) }),
});
const zFederation = z.looseObject({
  metaData: z.looseObject({ remoteEntry: z.looseObject({ name: z.string(), path: z.string() }) }),
  shared: z.array(z.looseObject({ name: z.string(), singleton: z.boolean().optional(), assets: zAssets })),
  exposes: z.array(z.looseObject({ name: z.string(), assets: zAssets })),
});
const zScreens = z.array(z.string());

/** Every element that React makes carries this mark; a remote that spells it out has brought a React of its own. */
const OWN_REACT = /react\.(transitional\.)?element["']/;

/** Screens of a remote; undefined when it was not made by the build preset. */
export function screensOf(files: PluginFiles, manifest: Manifest): readonly string[] | undefined {
  const parsed = zScreens.safeParse(jsonOf(files, `${manifest.remote}/${SCREENS_FILE}`));
  return parsed.success ? parsed.data : undefined;
}

/** Whether the page can load the remote without a second React, and finds the screens that it is told of. */
export function checkRemote(files: PluginFiles, manifest: Manifest): ConformanceFault[] {
  const { remote } = manifest;
  if (remote === undefined) return [];
  const faults: ConformanceFault[] = [];
  const fault = (rule: 'screens' | 'shared', path: string, message: string) =>
    faults.push({ rule, path, message });
  const file = `${remote}/mf-manifest.json`;
  const federation = zFederation.safeParse(jsonOf(files, file));
  if (!federation.success) {
    fault(
      'screens',
      file,
      files.has(file) ? 'is no manifest of Module Federation' : 'is missing: build the pages',
    );
    return faults;
  }
  const { metaData, shared, exposes } = federation.data;
  const entry = [remote, metaData.remoteEntry.path, metaData.remoteEntry.name].filter(Boolean).join('/');
  if (!files.has(entry)) fault('screens', entry, 'is missing: the federation manifest names it');
  if (!exposes.some(({ name }) => name === 'plugin')) fault('screens', file, 'does not expose ./plugin');
  const screens = screensOf(files, manifest);
  if (screens === undefined)
    fault('screens', `${remote}/${SCREENS_FILE}`, 'is missing: build the pages with @waypost/host-sdk/build');
  for (const name of manifest.public_screens ?? [])
    if (screens?.includes(name) === false)
      fault('screens', name, 'is a public screen, but the remote has none of the name');
  const slots = zScreens.safeParse(jsonOf(files, `${remote}/${SLOTS_FILE}`));
  for (const { slot, name } of manifest.slots ?? [])
    if (!slots.success || !slots.data.includes(name))
      fault('screens', `${slot}: ${name}`, 'is contributed, but the remote has no file slots/ of the name');
  for (const { name, singleton, assets } of shared) {
    if (singleton !== true) fault('shared', name, 'is shared, but not as a singleton');
    if (assets.js.sync.length + assets.js.async.length > 0)
      fault('shared', name, 'is carried by the remote; the page provides it');
  }
  for (const [path, content] of files)
    if (
      path.startsWith(`${remote}/`) &&
      /\.m?js$/.test(path) &&
      OWN_REACT.test(new TextDecoder().decode(content))
    )
      fault('shared', path, 'holds a React of its own; the page provides it');
  return faults;
}
