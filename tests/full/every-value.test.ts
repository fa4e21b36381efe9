import { expect, test } from 'bun:test';
import { projectRoot } from '../../scripts/process.ts';

/** `npm test` gives each field of each call five of the hostile values, in turns; here each is given all. */
test('no field of any call takes an operator or breaks the server, whatever of all it is given', async () => {
  const child = Bun.spawn(
    [process.execPath, 'test', '--timeout=60000', './tests/security/operators.test.ts'],
    {
      cwd: projectRoot,
      env: { ...process.env, WAYPOST_TEST_VALUES: 'all' },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  );
  const [output, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
}, 300_000);
