import type { AuditedChange, PluginContext } from '@waypost/sdk';
import type { AuditLog } from './audit-log.ts';

/** Most entries of one answer: each may hold a whole row twice. */
const MOST_ENTRIES = 100;

/** What the entries of a plugin tell of one target, the newest first. `page` from 1. */
export async function readAudited(
  log: Pick<AuditLog, 'page'>,
  query: Parameters<PluginContext['audited']>[0] & { plugin: string },
): Promise<{ content: AuditedChange[]; count: number }> {
  const { plugin, target, type, from, page, page_size } = query;
  const pageSize = Math.min(page_size, MOST_ENTRIES);
  const { entries, count } = await log.page({
    plugin,
    target,
    page,
    pageSize,
    ...(type === undefined ? {} : { type }),
    ...(from === undefined ? {} : { from }),
  });
  const content = entries.map(({ seq, type, time, actor, before, after }) => ({
    number: seq,
    type,
    time: time.toISOString(),
    actor,
    before: recordedValue(before),
    after: recordedValue(after),
  }));
  return { content, count };
}

const recordedValue = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
