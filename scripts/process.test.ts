import { expect, test } from 'bun:test';
import { join } from 'node:path';

const PROGRAM = `
import { printLast } from '${join(import.meta.dir, 'process.ts')}';
for (let line = 0; line < 5_000; line += 1) process.stdout.write('x'.repeat(300) + '\\n');
await printLast('the last line\\n');
process.exit(3);
`;

test('whoever reads a long output slowly gets its last line too', async () => {
  // A pipe of the system's, as in `npm test | tee file`: `Bun.spawn` would read ahead.
  const child = Bun.spawn(
    ['bash', '-c', 'set -o pipefail; "$0" -e "$1" | (sleep 0.5; cat)', process.execPath, PROGRAM],
    {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    },
  );
  const output = await new Response(child.stdout).text();
  expect(await child.exited).toBe(3);
  expect(output.length).toBe(5_000 * 301 + 'the last line\n'.length);
  expect(output.endsWith('x\nthe last line\n')).toBe(true);
});
