import { createHash } from 'node:crypto';
import type { AuditDocument } from '../collections.ts';

/** What the first entry of a log follows. */
export const GENESIS = '0'.repeat(64);

/** Fields in a fixed order, so that the store's order of keys does not matter. */
export function hashOf(entry: Omit<AuditDocument, '_id' | 'hash'>): string {
  const { actor } = entry;
  const parts = [
    entry.previous,
    entry.seq,
    entry.time.getTime(),
    entry.type,
    entry.plugin,
    actor ? [actor.id, actor.account, actor.via, ...(actor.as ? [actor.as.id, actor.as.account] : [])] : null,
    entry.ip,
    entry.user_agent,
    entry.request_id,
    entry.target,
    entry.before,
    entry.after,
    ...(entry.server_ip === undefined ? [] : [entry.server_ip]),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
