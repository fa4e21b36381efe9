import { describe, expect, test } from 'bun:test';
import { projectRoot } from '../../scripts/process.ts';

/** Suites that do the same in several languages, themes and sizes; `npm test` does so in one, or leaves it all to here. */
const SUITES = [
  { suite: 'shell', only: 'axe finds nothing', tests: 3 },
  { suite: 'ended-session', only: 'what was typed is saved after the password', tests: 3 },
];

describe('screens in each language, theme and size', () => {
  for (const { suite, only, tests } of SUITES)
    test(`every round of ${suite}`, async () => {
      const child = Bun.spawn(
        [
          process.execPath,
          'test',
          '--timeout=60000',
          `--test-name-pattern=${only}`,
          `./tests/e2e/${suite}.test.ts`,
        ],
        {
          cwd: projectRoot,
          env: { ...process.env, WAYPOST_TEST_VIEWS: 'all' },
          stdout: 'pipe',
          stderr: 'pipe',
        },
      );
      const [output, code] = await Promise.all([new Response(child.stderr).text(), child.exited]);
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
      expect(output).toContain(` ${tests} pass`);
    }, 600_000);
});
