import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentFaults } from './named-documents.ts';

const root = mkdtempSync(join(tmpdir(), 'waypost-documents-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, 'docs'));
mkdirSync(join(root, 'runtime/visit'), { recursive: true });
writeFileSync(
  join(root, 'docs/http.md'),
  '# HTTP\n\n## Answers\n\n| Row | Is |\n| --- | --- |\n| Targets | x |\n',
);
writeFileSync(join(root, 'runtime/visit/README.md'), '# The visit path\n');

const faults = (text: string, file = 'runtime/visit/a.ts') => documentFaults(root, file, text);

test('a comment that sends its reader to a document that is not here is a fault', () => {
  expect(faults('/** contract.md: the answer. */')).toEqual([
    'runtime/visit/a.ts: names contract.md, which is not in the repository',
  ]);
  expect(faults('const a = 1; // Specification section 9: 20.')).toHaveLength(1);
  expect(faults('// One test for each line of the threat list.')).toHaveLength(1);
  expect(faults('// In the order of the specification.')).toHaveLength(1);
  expect(faults('// In the order of the specification.', 'runtime/store/index.ts')).toEqual([]);
});

test('a document of the repository may be named, and a place in it that is there', () => {
  expect(faults('/** docs/http.md, "Answers": the answer; README.md says why. */')).toEqual([]);
  expect(faults('/**\n * So it is (docs/http.md,\n * "Answers").\n */')).toEqual([]);
  expect(faults('// docs/http.md, row Targets: what an address may be')).toEqual([]);
  expect(faults('// docs/http.md, "Questions"')).toEqual([
    'runtime/visit/a.ts: names docs/http.md, "Questions", and docs/http.md has no such place',
  ]);
  expect(faults('// docs/http.md, row Sources: what')).toHaveLength(1);
});

test('code may hold names of files that it writes; JSON is held to paths', () => {
  expect(faults("write('NOTES.md', text);")).toEqual([]);
  expect(faults('{ "files": ["NOTES.md"], "from": "docs/http.md" }', 'a.json')).toEqual([]);
  expect(faults('{ "from": "docs/gone.md" }', 'a.json')).toHaveLength(1);
});
