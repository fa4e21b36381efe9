import { expect, test } from 'bun:test';
import { fileFor, joined } from './of-plugins.ts';

test('whoever adds a call or a right reads into which file of the plugin its row is written', () => {
  expect(fileFor('administrator/login', 'matrix')).toBe('plugins/system/testing/matrix.ts');
  expect(fileFor('system.role:update', 'walk')).toBe('plugins/system/testing/walk.ts');
  expect(fileFor('nobodys/call', 'matrix')).toBe('the plugin/testing/matrix.ts');
});

test('a row of one plugin is not hidden by that of another', () => {
  expect(joined([{ one: 1 }, { two: 2 }])).toEqual({ one: 1, two: 2 });
  expect(() => joined([{ one: 1 }, { one: 2 }])).toThrow('two plugins have a row for one');
});
