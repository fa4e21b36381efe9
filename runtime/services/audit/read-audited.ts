import type { AuditedChange } from '@waypost/sdk';
import type { AuditLog } from './audit-log.ts';

/** Most entries of one answer: each may hold a whole row twice. */
const MOST_ENTRIES = 100;

/** What the entries of a plugin tell of one target, the newest first. `page` from 1. */
export async function readAudited(
  log: Pick<AuditLog, 'page'>,
  query: { plugin: string; target: string; page: number; page_size: number },
): Promise<{ content: AuditedChange[]; count: number }> {
  const { plugin, target, page, page_size } = query;
  const pageSize = Math.min(page_size, MOST_ENTRIES);
  const { entries, count } = await log.page({ plugin, target, page, pageSize });
  const content = entries.map(({ type, time, actor, before, after }) => ({
    type,
    time: time.toISOString(),
    actor,
    before: recordedValue(before),
    after: recordedValue(after),
  }));
  return { content, count };
}

const recordedValue = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
