import { expect, test } from 'bun:test';
import { countedSet } from './counted-set.ts';

test('a permission that a screen and its call declare stays when the call is taken back', () => {
  const permissions = new Set<string>();
  const hold = countedSet(permissions);
  const [screen, call] = [hold('sample.note:read'), hold('sample.note:read')];
  void call();
  // Taken back twice it counts once.
  void call();
  expect([...permissions]).toEqual(['sample.note:read']);
  void screen();
  expect([...permissions]).toEqual([]);
});
