import { expect, test } from 'bun:test';
import { projectRoot } from '../../scripts/process.ts';

/** Suites of the platform's own plugins, run once more with the same plugins in processes of their own. */
const SUITES = ['./tests/contract/calls.test.ts', './tests/contract/resources.test.ts'];

test('the tests of the calls and of resources hold for a plugin outside as for one inside', async () => {
  const child = Bun.spawn([process.execPath, 'test', '--timeout=60000', ...SUITES], {
    cwd: projectRoot,
    env: { ...process.env, WAYPOST_TEST_REGISTRY: 'tests/plugins/registry-outside.json' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect(code, output).toBe(0);
}, 300_000);
