import type { People, PersonEntry } from '@waypost/sdk';
import type { AuditDocument, Collections } from '../collections.ts';

/** Most entries of one answer: each may hold a whole row twice. */
const MOST_ENTRIES = 100;

/** What was done to a person's account, or by the person, whichever plugin recorded it. */
export function readPersonHistory({ audit }: Collections): People['history'] {
  return async ({ account, side, page, page_size }) => {
    const filter = side === 'about' ? { target: account } : { 'actor.id': account };
    const size = Math.min(page_size, MOST_ENTRIES);
    const [entries, count] = await Promise.all([
      audit
        .find(filter)
        .sort({ seq: -1 })
        .skip((page - 1) * size)
        .limit(size)
        .toArray(),
      audit.countDocuments(filter),
    ]);
    return { content: entries.map(shown), count };
  };
}

function shown(entry: AuditDocument): PersonEntry {
  const { _id, type, time, actor, ip, target, before, after } = entry;
  return {
    id: _id,
    type,
    time: time.toISOString(),
    by: actor?.account ?? null,
    via: actor?.via ?? null,
    as: actor?.as?.account ?? null,
    ip,
    target,
    before: recorded(before),
    after: recorded(after),
  };
}

const recorded = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
