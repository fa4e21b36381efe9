import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { operatorCoverage } from './operator-coverage.ts';
import { readCases } from './read-cases.ts';
import { TYPE_MATRIX_FILE, typeMatrixText } from './type-matrix.ts';

test('no operator goes without a case: nobody would notice when it answers wrongly', () => {
  const missing = operatorCoverage().filter(({ cases }) => cases === 0);
  expect(missing.map(({ kind, name }) => `${kind} ${name}`)).toEqual([]);
});

test('no case stands twice, so that each failure has one place', () => {
  for (const [file, cases] of readCases()) {
    const texts = cases.map((one) => JSON.stringify({ ...one, name: '' }));
    const twice = texts.filter((text, index) => texts.indexOf(text) !== index);
    expect({ file, twice }).toEqual({ file, twice: [] });
  }
});

test('the type matrix is that of its tables: bun runtime/store/tests/type-matrix.ts writes it', () => {
  expect(readFileSync(TYPE_MATRIX_FILE, 'utf8')).toBe(typeMatrixText());
});
