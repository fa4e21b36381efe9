import { expect, test } from 'bun:test';
import type { InstalledPlugin } from './installed.ts';
import { dependencyOrder } from './order.ts';

function plugin(id: string, requires: Record<string, string> = {}, problem?: string): InstalledPlugin {
  return {
    place: 'plugins.0',
    id,
    entry: undefined,
    manifest: { id, version: '1.5.0', engine: '*', title: 't', areas: ['a'], server: 's', requires },
    release: '1.5.0',
    directory: '',
    source: 'registry',
    trust: 'own',
    granted: new Set(),
    problem,
  };
}
const ids = (plugins: readonly InstalledPlugin[]) => plugins.map((one) => one.id);

test('a plugin comes after those it requires', () => {
  const { order, problems } = dependencyOrder([
    plugin('c', { b: '^1.0.0' }),
    plugin('b', { a: '*' }),
    plugin('a'),
  ]);
  expect(ids(order)).toEqual(['a', 'b', 'c']);
  expect(problems.size).toBe(0);
});

test('what is missing, too old, faulty or circular is left out with its reason, and takes along only who needs it', () => {
  const { order, problems } = dependencyOrder([
    plugin('alone'),
    plugin('missing', { nobody: '*' }),
    plugin('newer', { alone: '^2.0.0' }),
    plugin('faulty', {}, 'bad manifest'),
    plugin('needs-faulty', { faulty: '*' }),
    plugin('one', { two: '*' }),
    plugin('two', { one: '*' }),
  ]);
  expect(ids(order)).toEqual(['alone']);
  const reasons = Object.fromEntries([...problems].map(([one, reason]) => [one.id, reason]));
  expect(reasons.missing).toContain('not installed');
  expect(reasons.newer).toContain('installed is 1.5.0');
  expect(reasons.faulty).toBe('bad manifest');
  expect(reasons['needs-faulty']).toContain('faulty');
  expect(reasons.one).toContain('each other');
  expect(reasons.two).toContain('each other');
});
