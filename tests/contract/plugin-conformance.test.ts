import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginDefinition } from '@waypost/sdk';
import { checkPluginFolder, checkRelease } from '@waypost/sdk/conformance';
import { openArchive, packFolder } from '../../runtime/package/index.ts';

const plugins = join(import.meta.dir, '../../plugins');

/** The plugins of this repository are held against what an outsider's plugin is held against. Needs the built pages. */
test.each(readdirSync(plugins))(
  'the plugin %s conforms, as sources and as a packed archive',
  async (id) => {
    const folder = join(plugins, id);
    const { plugin } = (await import(join(folder, 'server.ts'))) as { plugin: PluginDefinition };
    expect(await checkPluginFolder(folder, plugin)).toEqual([]);
    const archive = await openArchive(await packFolder(folder));
    expect(checkRelease(archive.files)).toEqual([]);
  },
  180_000,
);
