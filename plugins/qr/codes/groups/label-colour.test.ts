import { expect, test } from 'bun:test';
import { hueOf } from './label-colour.ts';

test('a name has one hue, and names that begin alike have several', () => {
  expect(hueOf('Berlin')).toBe(hueOf('Berlin'));
  const names = ['Spring', 'Summer', 'Autumn', 'Winter', '门店一', '门店二', '门店三'];
  expect(new Set(names.map(hueOf)).size).toBeGreaterThan(3);
});
