import type { PluginOverview } from '@waypost/sdk/platform';
import type { AdminHome, Need } from './calls.ts';

interface Found {
  plugins: readonly Pick<PluginOverview, 'is_enabled' | 'failure' | 'quarantined' | 'missing_capabilities'>[];
  /** Long work that ended with a fault lately, of those whose work the caller sees. */
  failedOperations: number;
  backup: AdminHome['health']['backup'];
  /** Whether the caller's first steps ask for a backup: once is enough. */
  isBackupStep: boolean;
  unaccounted: number;
}

/** What does not come right by itself, the worst first; nothing that the caller could do nothing about. */
export function findNeeds(found: Found, may: { plugins: boolean; backups: boolean }): Need[] {
  const enabled = may.plugins ? found.plugins.filter(({ is_enabled }) => is_enabled) : [];
  const hasFailed = found.backup === 'failed';
  const isBackedUp = found.backup === 'recent' || found.backup === 'own_database';
  const counted: Need[] = [
    { kind: 'visits_missing', count: found.unaccounted },
    {
      kind: 'plugin_failed',
      count: enabled.filter(({ failure, quarantined }) => failure !== null || quarantined > 0).length,
    },
    { kind: 'backup', count: may.backups && !isBackedUp && !hasFailed && !found.isBackupStep ? 1 : 0 },
    { kind: 'backup_failed', count: may.backups && hasFailed ? 1 : 0 },
    {
      kind: 'plugin_waiting',
      count: enabled.filter(({ missing_capabilities }) => missing_capabilities.length > 0).length,
    },
    { kind: 'operation_failed', count: found.failedOperations },
  ];
  return counted.filter(({ count }) => count > 0);
}
