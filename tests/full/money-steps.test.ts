import { expect, test } from 'bun:test';
import { projectRoot } from '../../scripts/process.ts';

// What takes long: `npm test` has a part of the steps. Other examples than those of `npm test` are WAYPOST_TEST_SEED=… bun test <file>.
test('money is right when a process ends at any step there is', async () => {
  const child = Bun.spawn(
    [process.execPath, 'test', '--timeout=60000', './plugins/wallet/properties/crash.slow.test.ts'],
    { cwd: projectRoot, env: { ...process.env, WAYPOST_TEST_STEPS: 'all' }, stdout: 'pipe', stderr: 'pipe' },
  );
  const [output, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect({ code, failed: output.match(/^.*\(fail\).*$/gm) ?? [] }).toEqual({ code: 0, failed: [] });
  expect(output).toMatch(/^ *[1-9]\d* pass$/m);
}, 600_000);
