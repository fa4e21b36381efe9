import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWaypost } from '../../runtime/command/testing/run-waypost.ts';

const directory = mkdtempSync(join(tmpdir(), 'waypost-migrate-'));
const sound = join(import.meta.dir, '../platform/registry.json');
const withFaults = join(import.meta.dir, '../plugins/registry.json');
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('data are migrated once, before anybody is served; a plugin that cannot be is named', async () => {
  const run = async (registry: string) => {
    const { code, out } = await runWaypost(directory, ['migrate', '--json', '--registry', registry]);
    return { code, ...(JSON.parse(out) as { migrations: string[]; failed: { id: string }[] }) };
  };
  const first = await run(sound);
  expect(first).toMatchObject({ code: 0, failed: [] });
  // The product's own plugins have some, too.
  expect(first.migrations).toContain('good/1');
  expect(await run(sound)).toMatchObject({ code: 0, migrations: [], failed: [] });
  const faulty = await run(withFaults);
  expect(faulty.code).toBe(1);
  expect(faulty.failed.map(({ id }) => id)).toContain('throwing');
}, 180_000);
