import { expect, test } from 'bun:test';
import { mix } from './mix.ts';

test('a colour lies between two, also where the build has shortened one of them', () => {
  expect(mix('#0b6fb8', '#ffffff', 0)).toBe('#ffffff');
  expect(mix('#0b6fb8', '#ffffff', 1)).toBe('#0b6fb8');
  expect(mix('#000', '#fff', 0.5)).toBe('#808080');
  expect(mix('#0b6fb8', '#fff', 0.35)).toBe(mix('#0b6fb8', '#ffffff', 0.35));
});
