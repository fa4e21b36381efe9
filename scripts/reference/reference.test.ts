import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { REFERENCE_FILE, referenceText } from './reference-text.ts';

test('the reference says what the SDK offers today; write it with `bun scripts/write-reference.ts`', () => {
  const text = referenceText();
  expect(text).toContain('### defineResource');
  expect(text).toContain('### PluginContext');
  expect(text).toContain('### ResourceList');
  expect(text).toContain('### checkPluginFolder');
  expect(text).toContain('### buildPlugin');
  expect(readFileSync(REFERENCE_FILE, 'utf8') === text).toBe(true);
});
