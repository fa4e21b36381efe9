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
  'keptVisits',
  'clearVisits',
  'eraseVisits',
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
  const read = ['isReserved', 'scanToken', 'totals', 'today', 'onAggregated', 'keptVisits'];
  expect(given('visits:read')).toEqual(read);
  expect(given('visits:read', 'visits:publish')).toEqual(['publish', 'retire', 'withdraw', ...read]);
  expect(() => given('jobs')).toThrow('has not the capability "visits:read" or "visits:publish"');
});

test('kept visits are cleared and erased by whom that was granted to, not by whoever may look at them', () => {
  expect(given('visits:keep')).toEqual(['isReserved', 'scanToken', 'clearVisits', 'eraseVisits']);
  expect(given('visits:read', 'visits:publish', 'visits:keep', 'visits:shield')).toEqual(methods);
});

test('a page with scripts of its own needs a grant of its own', async () => {
  const published: unknown[] = [];
  const access = {
    publish: async (links: unknown[]) => void published.push(...links),
  } as unknown as VisitAccess;
  const publish = (targets: object[], ...granted: string[]) =>
    guardedVisits({ id: 'sample', granted: new Set(granted) }, () => access).publish(
      [{ targets } as never],
      {} as never,
    );
  const [address, page] = [{ url: 'https://t.example/' }, { page: { html: 'x' } }];
  await publish([address], 'visits:publish');
  await publish([address, page], 'visits:publish', 'visits:pages');
  expect(published).toHaveLength(2);
  for (const read of [[], ['visits:read']])
    expect(publish([address, page], 'visits:publish', ...read)).rejects.toThrow('"visits:pages"');
  expect(published).toHaveLength(2);
});
