import { resolve } from 'node:path';
import type { Command } from '../../runtime/command/command.ts';
import { writeNamedFile } from '../../runtime/command/plugin/plugin-archive-file.ts';
import { openArchive, packFolder, refuseReservedId } from '../../runtime/package/index.ts';
import { checkFolder } from './check-folder.ts';

export const pluginPack: Command = {
  name: 'plugin pack',
  summary: 'Builds the plugin in a folder and packs it into an archive that can be installed',
  operands: [{ name: 'FOLDER', summary: 'folder with plugin.json' }],
  options: {
    output: { type: 'string', value: 'FILE', summary: 'the archive; default ./<id>-<version>.waypost.tgz' },
    'no-build': { type: 'boolean', summary: 'pack the pages as they were built before' },
  },
  async run({ operands, values }) {
    const folder = resolve(operands[0] ?? '.');
    if (values['no-build'] !== true) {
      // Loaded here only: the compiler is large, and no other command needs it.
      const { buildPlugin } = await import('@waypost/host-sdk/build');
      await buildPlugin(folder);
    }
    const archive = await packFolder(folder);
    const { manifest, sha256, size, files } = await openArchive(archive);
    refuseReservedId(manifest);
    const faults = await checkFolder(folder);
    if (faults !== undefined && faults.length > 0)
      return {
        value: { id: manifest.id, version: manifest.version, faults },
        lines: [
          ...faults.map(({ rule, path, message }) => `FAIL ${rule}: ${path} ${message}`),
          'Nothing was packed: docs/plugins/packages.md explains the rules.',
        ],
        hasFailed: true,
      };
    const file = await writeNamedFile(
      String(values.output ?? `${manifest.id}-${manifest.version}.waypost.tgz`),
      archive,
    );
    return {
      value: { id: manifest.id, version: manifest.version, file, sha256, size },
      lines: [
        `${manifest.id} ${manifest.version}: ${files.size} files, ${size} bytes, sha256 ${sha256}`,
        file,
        ...(faults === undefined
          ? ['not checked whether setup follows the rules: the folder has no packages ("bun install" there)']
          : []),
      ],
    };
  },
};
