import { expect, test } from 'bun:test';
import { findNeeds } from './find-needs.ts';

const plugin = { is_enabled: true, failure: null, quarantined: 0, missing_capabilities: [] };
const failure = {
  kind: 'process',
  version: '1.0.0',
  reason: 'it ended',
  serving: null,
  processes: ['api'],
  of: 1,
} as const;
const fine = {
  plugins: [plugin],
  failedOperations: 0,
  backup: 'recent',
  isBackupStep: false,
  unaccounted: 0,
} as const;
const all = { plugins: true, backups: true };

test('where everything is right nobody is bothered', () => {
  expect(findNeeds(fine, all)).toEqual([]);
  expect(findNeeds({ ...fine, backup: 'own_database' }, all)).toEqual([]);
});

test('what does not come right by itself is told, the worst first, and counted by what has to be looked at', () => {
  const plugins = [
    plugin,
    { ...plugin, failure: { ...failure, processes: [...failure.processes] } },
    { ...plugin, quarantined: 3 },
    { ...plugin, missing_capabilities: ['internet:fetch'] },
    // Nobody waits for a plugin that was switched off.
    { ...plugin, is_enabled: false, quarantined: 1, missing_capabilities: ['jobs'] },
  ];
  const found = { ...fine, plugins, failedOperations: 4, backup: 'old', unaccounted: 7 } as const;
  expect(findNeeds(found, all)).toEqual([
    { kind: 'visits_missing', count: 7 },
    { kind: 'plugin_failed', count: 2 },
    { kind: 'backup', count: 1 },
    { kind: 'plugin_waiting', count: 1 },
    { kind: 'operation_failed', count: 4 },
  ]);
});

test('a backup that the first steps ask for is not asked for twice', () => {
  expect(findNeeds({ ...fine, backup: 'none', isBackupStep: true }, all)).toEqual([]);
  expect(findNeeds({ ...fine, backup: 'failed', isBackupStep: true }, all)).toEqual([
    { kind: 'backup_failed', count: 1 },
  ]);
});

test('a day whose backup has failed waits for somebody, though there is one of yesterday', () => {
  expect(findNeeds({ ...fine, backup: 'failed' }, all)).toEqual([{ kind: 'backup_failed', count: 1 }]);
});

test('who can do nothing about plugins or backups is not told of them', () => {
  const found = { ...fine, plugins: [{ ...plugin, quarantined: 1 }], backup: 'none' } as const;
  expect(findNeeds(found, { plugins: false, backups: false })).toEqual([]);
});
