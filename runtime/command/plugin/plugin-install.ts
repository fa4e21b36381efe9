import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { requestedCapabilities } from '@waypost/contract';
import { checkRelease } from '@waypost/sdk/conformance/release';
import { openArchive, packFolder } from '../../package/index.ts';
import type { Command } from '../command.ts';
import { readNamedFile } from './plugin-archive-file.ts';
import { outcomeOf } from './plugin-outcome.ts';
import { administrationOf, registryOption } from './registry-option.ts';
import { compareWithInstalled, concernText } from './release-concerns.ts';

export const pluginInstall: Command = {
  name: 'plugin install',
  summary:
    'Installs an archive, or another release of a plugin, with your consent to what it asks for; waits for its start',
  operands: [
    { name: 'ARCHIVE', summary: 'made by "plugin pack", or the folder of a plugin whose pages are built' },
  ],
  options: {
    grant: {
      type: 'string',
      value: 'LIST',
      summary: 'capabilities you consent to, separated by commas; or "all"',
    },
    trust: {
      type: 'boolean',
      summary: 'run it inside the server’s process; its key must be in PLUGIN_TRUSTED_KEYS',
    },
    'allow-downgrade': {
      type: 'boolean',
      summary: 'also one that is unsigned, signed with another key, or older than the one that is installed',
    },
    'no-enable': { type: 'boolean', summary: 'install it switched off' },
    ...registryOption,
  },
  async run(context) {
    const { values } = context;
    const [name = ''] = context.operands;
    const folder = await folderOf(name);
    const bytes = folder === undefined ? await readNamedFile(name) : await packFolder(folder);
    const archive = await openArchive(bytes);
    const { manifest, files } = archive;
    // A folder is work in progress: its content may change under one version, that of an archive may not.
    const plugins = await administrationOf(context, folder && dirname(folder));
    const { concerns, isNew } = await compareWithInstalled(plugins, archive);
    const asked = requestedCapabilities(manifest);
    const granted = values.grant === 'all' ? asked : listOf(values.grant);
    const missing = asked.filter((capability) => !granted.includes(capability));
    const faults = checkRelease(files);
    const facts = {
      id: manifest.id,
      version: manifest.version,
      capabilities: asked,
      missing,
      faults,
      concerns,
    };
    const isHeld = concerns.length > 0 && values['allow-downgrade'] !== true;
    if (faults.length > 0 || missing.length > 0 || isHeld)
      return {
        value: { ...facts, installed: false },
        lines: [
          `Nothing was installed of ${manifest.id} ${manifest.version}:`,
          ...faults.map(({ rule, path, message }) => `FAIL ${rule}: ${path} ${message}`),
          ...missing.map((capability) => `asks for ${capability}${isNew(capability) ? ' (new)' : ''}`),
          ...(missing.length > 0 ? [`Consent with --grant ${asked.join(',')} or --grant all.`] : []),
          ...(isHeld
            ? [...concerns.map(concernText), 'Install it all the same with --allow-downgrade.']
            : []),
        ],
        hasFailed: true,
      };
    const { id, release } = await (folder === undefined
      ? plugins.receive(bytes)
      : plugins.receiveFolder(basename(folder)));
    const enable = values['no-enable'] !== true;
    await plugins.choose(id, release.release, { granted, trusted: values.trust === true, enable });
    const { value, line } = await outcomeOf(plugins, id);
    return {
      value: { ...facts, installed: true, release: release.release, enabled: enable, ...value },
      lines: [
        `${id} ${release.release} is installed${enable ? ' and enabled' : ', switched off'}`,
        ...(line === undefined ? [] : [line]),
      ],
      hasFailed: line !== undefined,
    };
  },
};

/** Its absolute path when it is a folder. */
async function folderOf(name: string): Promise<string | undefined> {
  const found = await stat(resolve(name)).catch(() => undefined);
  return found?.isDirectory() ? resolve(name) : undefined;
}

function listOf(value: string | boolean | undefined): string[] {
  if (typeof value !== 'string') return [];
  return value
    .split(',')
    .map((capability) => capability.trim())
    .filter((capability) => capability !== '');
}
