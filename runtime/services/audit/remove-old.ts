import type { AuditConfig } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import type { AuditDocument } from '../collections.ts';
import { auditChainBroken } from './audit-errors.ts';
import type { AuditLog } from './audit-log.ts';
import type { Checkpoints } from './checkpoint.ts';

const DAY_MS = 86_400_000;
/** Entries that are looked at and removed by one run: some seconds. */
const RUN = 100_000;
/** Entries of one command to the store. */
const PORTION = 1_000;

export const PURGE_TYPE = 'system.log.remove_old';

interface OldParts {
  collection: Collection<AuditDocument>;
  checkpoints: Checkpoints;
  log: Pick<AuditLog, 'verify' | 'record'>;
  now(): Date;
}

/**
 * Removes entries from before the configured days, the oldest first. They are looked at once more before; the removal is an
 * entry itself, and a signed checkpoint says what the entries that stay go on from. Interrupted, the next run finishes it.
 */
export async function removeOld(
  { collection, checkpoints, log, now }: OldParts,
  { kept_days }: Pick<AuditConfig, 'kept_days'>,
  signal: AbortSignal,
): Promise<number> {
  const before = await checkpoints.read();
  const begin = before?.checkpoint.seq ?? 0;
  let removed = await removeThrough(collection, begin, signal);
  const last = kept_days
    ? await lastOld(collection, begin, new Date(now().getTime() - kept_days * DAY_MS))
    : undefined;
  if (last === undefined) return removed;
  const verdict = await log.verify({ signal, through: last.seq });
  if (!verdict.isIntact) throw auditChainBroken.create({ entry: verdict.seq });
  await log.record({
    type: PURGE_TYPE,
    plugin: 'system',
    after: {
      through: last.seq,
      count: last.seq - begin,
      until: last.time.toISOString(),
      hash: last.hash,
      kept_days,
    },
  });
  await checkpoints.write(last, now());
  removed += await removeThrough(collection, last.seq, signal);
  return removed;
}

/** The last of those that may go now: all before it are old as well, and the newest of all stays. */
async function lastOld(
  collection: Collection<AuditDocument>,
  begin: number,
  limit: Date,
): Promise<AuditDocument | undefined> {
  const [firstYoung, newest] = [
    await collection
      .find({ time: { $gte: limit } })
      .sort({ seq: 1 })
      .limit(1)
      .next(),
    await collection.find({}).sort({ seq: -1 }).limit(1).next(),
  ];
  const through = Math.min((firstYoung ?? newest)?.seq ?? 0, begin + RUN + 1) - 1;
  if (through <= begin) return undefined;
  return (await collection.findOne({ seq: through })) ?? undefined;
}

/** Oldest first, so that an interruption leaves no gap. */
async function removeThrough(
  collection: Collection<AuditDocument>,
  through: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const oldest = await collection
      .find({ seq: { $lte: through } })
      .sort({ seq: 1 })
      .limit(1)
      .next();
    if (oldest === null) return removed;
    signal.throwIfAborted();
    const end = Math.min(through, oldest.seq + PORTION - 1);
    removed += (await collection.deleteMany({ seq: { $gte: oldest.seq, $lte: end } })).deletedCount;
  }
}
