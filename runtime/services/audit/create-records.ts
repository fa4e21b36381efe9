import type { Collections } from '../collections.ts';
import type { ServicesOptions } from '../types.ts';
import { createAuditDesk } from './audit-desk.ts';
import { createAuditLog } from './audit-log.ts';
import { createCheckpoints } from './checkpoint.ts';
import { createLogConfig } from './log-config.ts';
import { withPendingEntries } from './pending-entries.ts';

/** The two chained logs of an installation, what is recorded in the first, and how its screens see it. */
export function createRecords(options: ServicesOptions, collections: Collections) {
  const { connection, clock, random, log, serverIp } = options;
  const { audit, auditPending, chainCheckpoints, chainHeads: heads, pluginHistory, settings } = collections;
  const checkpoints = createCheckpoints({
    collection: chainCheckpoints,
    log: audit.collectionName,
    key: options.deriveKey('audit-checkpoint'),
  });
  const config = createLogConfig({ collection: settings, clock });
  const auditLog = withPendingEntries(
    createAuditLog({ connection, collection: audit, heads, clock, random, serverIp, checkpoints }),
    { collection: auditPending, clock, random, log, serverIp },
  );
  return {
    auditLog,
    pluginHistory: createAuditLog({ connection, collection: pluginHistory, heads, clock, random }),
    auditDesk: createAuditDesk({ collection: audit, settings, checkpoints, log: auditLog, config, clock }),
    logConfig: config,
  };
}
