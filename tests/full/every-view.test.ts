import { describe, expect, test } from 'bun:test';
import { projectRoot } from '../../scripts/process.ts';

/** Suites that walk through every screen; `npm test` does so in one view each. */
const SUITES = ['main-job', 'share-and-query', 'shell'];

describe('every screen in each language, theme and size', () => {
  for (const suite of SUITES)
    test(`axe finds nothing: ${suite}`, async () => {
      const child = Bun.spawn(
        [
          process.execPath,
          'test',
          '--timeout=60000',
          '--test-name-pattern=axe finds nothing',
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
      expect(output).toContain(' 3 pass');
    }, 600_000);
});
