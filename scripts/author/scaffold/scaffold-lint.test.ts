import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlugin, writeScreen } from './scaffold.ts';

/** The product's own rules: whoever starts a plugin in plugins/ would find the first `npm run check` red otherwise. */
const project = join(import.meta.dir, '../../..');
const biome = join(project, 'node_modules/@biomejs/biome/bin/biome');
const root = mkdtempSync(join(tmpdir(), 'waypost-scaffold-lint-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const VERSIONS = {
  engine: '1.2.3',
  sdk: { '@waypost/contract': 'workspace:*', '@waypost/sdk': 'workspace:*' },
  packages: {},
};

test.each(['bins', 'print-shop', 'a-plugin-with-quite-a-long-name'])(
  'what is written for a new plugin %s, and for more screens of it, is as lint wants it',
  async (plugin) => {
    const folder = join(root, plugin);
    const area = plugin.replaceAll('-', '_');
    await writePlugin(folder, { plugin, route: `${area}_item` }, VERSIONS);
    for (const name of ['order', 'article']) await writeScreen(folder, { plugin, route: `${area}_${name}` });
    const child = Bun.spawnSync([
      process.execPath,
      biome,
      'ci',
      '--diagnostic-level=warn',
      `--config-path=${project}`,
      '--vcs-enabled=false',
      '--colors=off',
      folder,
    ]);
    const said = child.stdout.toString() + child.stderr.toString();
    expect(said).toMatch(/^Checked \d\d files in \S+\. No fixes applied\.\n$/);
    expect(child.exitCode).toBe(0);
  },
);
