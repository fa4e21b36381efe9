import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../process.ts';
import { lostTests, namedTests, unnamedFiles } from './named-tests.ts';

const text = readFileSync(join(projectRoot, 'docs/threats.md'), 'utf8');
const rows = [...text.matchAll(/^\| ([A-Z][^|]*?) \| [^|]+ \| [^|]+ \|$/gm)]
  .map(([, row = '']) => row)
  .filter((row) => row !== 'Row');
const proofs = namedTests(text);

test('each row of the threats names a test that is there, and nothing is proved that is no row', () => {
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => !proofs.some((proof) => proof.row === row))).toEqual([]);
  expect(proofs.map(({ row }) => row).filter((row) => !rows.includes(row))).toEqual([]);
  expect(lostTests(projectRoot, proofs)).toEqual([]);
});

test('each file of security tests shows something that the threats tell', () => {
  expect(unnamedFiles(projectRoot, 'tests/security', proofs)).toEqual([]);
});

test('a test that is renamed or gone is missed', () => {
  const file = 'tests/security/identity.slow.test.ts';
  const lost = [
    { row: 'Sessions', file, name: 'login keeps the token' },
    { row: 'Sessions', file: 'tests/security/gone.test.ts', name: 'login rotates the token' },
  ];
  expect(lostTests(projectRoot, lost)).toEqual(lost);
});
