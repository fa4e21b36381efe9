import { expect, test } from 'bun:test';
import { describeCheck } from './check-report.ts';

const lint = { name: 'lint', command: [], fix: 'npx biome check --write .' };

test('a check that finds nothing is one line, however much its program says', () => {
  const text = describeCheck(lint, { code: 0, output: 'Checked 1200 files\nin 3 s\n', seconds: 3.04 });
  expect(text).toBe('lint        fine in 3.0 s\n');
});

test('a fault is shown whole, with the command that mends it', () => {
  const text = describeCheck(lint, {
    code: 1,
    output: '\n\u001b[31ma.ts:1\u001b[0m unused\n\nb.ts:2 unused\n',
    seconds: 3,
  });
  expect(text).toBe(
    'lint        FAILED in 3.0 s\n  a.ts:1 unused\n\n  b.ts:2 unused\n  Mend what can be mended with: npx biome check --write .\n',
  );
});

test('where nothing mends a fault but a person, no command is named', () => {
  const text = describeCheck(
    { name: 'types', command: [] },
    { code: 2, output: 'a.ts(1,1): error', seconds: 1 },
  );
  expect(text).toBe('types       FAILED in 1.0 s\n  a.ts(1,1): error\n');
});
