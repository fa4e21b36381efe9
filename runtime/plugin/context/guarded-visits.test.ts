import { expect, test } from 'bun:test';
import type { VisitAccess } from '@waypost/sdk';
import { guardedVisits } from './guarded-visits.ts';

const methods = [
  'publish',
  'retire',
  'withdraw',
  'isReserved',
  'scanToken',
  'totals',
  'today',
  'onAggregated',
];
const all = Object.fromEntries(methods.map((name) => [name, () => name])) as unknown as VisitAccess;

/** The methods that a plugin with these grants gets. */
function given(...granted: string[]): string[] {
  const visits = guardedVisits({ id: 'sample', granted: new Set(granted) }, () => all);
  return methods.filter((name) => {
    try {
      return Reflect.get(visits, name) !== undefined;
    } catch (error) {
      expect(String(error)).toContain('plugin sample has not the capability "visits:');
      return false;
    }
  });
}

test('whoever may only publish links learns nothing of visits, and whoever may only look changes no link', () => {
  expect(given('visits:publish')).toEqual(['publish', 'retire', 'withdraw', 'isReserved', 'scanToken']);
  expect(given('visits:read')).toEqual(['isReserved', 'scanToken', 'totals', 'today', 'onAggregated']);
  expect(given('visits:read', 'visits:publish')).toEqual(methods);
  expect(() => given('jobs')).toThrow('has not the capability "visits:read" or "visits:publish"');
});
