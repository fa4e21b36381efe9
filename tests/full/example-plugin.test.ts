import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyExample } from '../author-folder.ts';
import { runWaypost } from '../command-line.ts';

/** The example that docs/plugins shows: what people copy from it has to work outside this project, in both releases. */
const home = mkdtempSync(join(tmpdir(), 'waypost-example-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The one that looks at our own types, in a quarter of the time; the long rounds take the one that authors have. */
const COMPILER = ['node_modules/typescript-native/bin/tsc', '--checkers', '1'];

test.each([
  {
    release: 1,
    version: '1.0.0',
    capabilities: ['jobs', 'schedule:make_waiting', 'settings:secrets', 'visits:publish'],
  },
  {
    release: 2,
    version: '2.0.0',
    capabilities: [
      'hooks:qr.code',
      'jobs',
      'schedule:make_waiting',
      'settings:secrets',
      'visits:publish',
      'visits:read',
    ],
  },
] as const)(
  'release $release of the example compiles, builds, passes its tests and can be installed',
  async ({ release, version, capabilities }) => {
    const folder = join(home, String(release));
    const author = await copyExample(folder, release);
    await author.install();
    expect(await author.bun(...COMPILER)).toEqual({ code: 0, text: '' });
    expect(await author.bun('build.ts')).toEqual({ code: 0, text: '' });
    const tests = await author.bun('test');
    expect(tests).toEqual({ code: 0, text: expect.stringContaining(' 0 fail') });

    const archive = join(home, `${release}.waypost.tgz`);
    const packed = await runWaypost(home, ['plugin', 'pack', folder, '--output', archive, '--json']);
    expect(packed.error).toBe('');
    const verified = await runWaypost(home, ['plugin', 'verify', archive, '--json']);
    expect(JSON.parse(verified.out)).toMatchObject({
      id: 'print-batches',
      version,
      capabilities,
      faults: [],
    });
  },
  300_000,
);
