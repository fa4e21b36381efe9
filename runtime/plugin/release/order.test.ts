import { expect, test } from 'bun:test';
import type { Manifest } from '@waypost/contract';
import type { InstalledPlugin } from './installed.ts';
import { dependencyOrder, orderTargets } from './order.ts';

function plugin(
  id: string,
  requires: Record<string, string> = {},
  problem?: string,
  more: Partial<Manifest> = {},
): InstalledPlugin {
  return {
    place: 'plugins.0',
    id,
    entry: undefined,
    manifest: { id, version: '1.5.0', engine: '*', title: 't', areas: ['a'], server: 's', requires, ...more },
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

const offers = (id: string, version: string, more: Partial<Manifest> = {}) =>
  plugin(id, {}, undefined, { services: { 'mail.out': version }, ...more });
const needs = (id: string, range: string, more: Partial<Manifest> = {}) =>
  plugin(id, {}, undefined, { needs: { 'mail.out': range }, ...more });

test('a plugin comes after whoever offers the services that it needs, in a version that fits', () => {
  const { order, problems } = dependencyOrder([
    needs('reader', '^2'),
    offers('old', '1.9.0'),
    offers('new', '2.1.0', { needs: { 'platform.store': '^1' } }),
  ]);
  expect(ids(order)).toEqual(['new', 'reader', 'old']);
  expect(problems.size).toBe(0);
});

test('a service that nobody offers, not in this version, or only in a circle is named', () => {
  const reasonOf = (...plugins: InstalledPlugin[]) => {
    const [first] = plugins;
    return first && dependencyOrder(plugins).problems.get(first);
  };
  expect(reasonOf(needs('reader', '^1'))).toBe('needs the service mail.out ^1, which nobody offers');
  expect(reasonOf(needs('reader', '^2'), offers('mail', '1.2.0'))).toBe(
    'needs the service mail.out ^2, offered is 1.2.0 by mail',
  );
  expect(reasonOf(needs('reader', '*', { services: { 'mail.out': '1.0.0' } }))).toContain('nobody offers');
  expect(reasonOf(needs('reader', '^1'), plugin('mail', {}, 'broken'))).toContain('nobody offers');
  expect(reasonOf(plugin('x', {}, undefined, { needs: { 'platform.store': '^9' } }))).toContain(
    'offered is 1.0.0 by the runtime',
  );
  const circle = [
    needs('reader', '^1', { services: { 'reader.in': '1.0.0' } }),
    offers('mail', '1.0.0', { needs: { 'reader.in': '^1' } }),
  ];
  expect(reasonOf(...circle)).toContain('each other');
});

test('what is switched off offers nothing: who needs it waits, and says for whom', () => {
  const reader = needs('reader', '^1');
  const mail = offers('mail', '1.0.0');
  const other = offers('other', '1.0.0');
  const on = (...plugins: InstalledPlugin[]) => new Map(plugins.map((one) => [one.id, one]));
  const waiting: string[] = [];
  const refuse = (_plugin: InstalledPlugin, reason: string) => void waiting.push(reason);
  expect(ids(orderTargets(on(reader), [mail], refuse))).toEqual([]);
  expect(waiting).toEqual(['needs the service mail.out of mail, which is not active']);
  expect(ids(orderTargets(on(reader, other), [mail], refuse))).toEqual(['other', 'reader']);
  expect(waiting).toHaveLength(1);
});
