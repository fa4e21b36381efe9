import type { Collection } from 'mongoose';
import type { AuditDocument, ChainCheckpoint, ChainHead } from '../collections.ts';
import { GENESIS, hashOf } from './chain-hash.ts';
import type { Checkpoints } from './checkpoint.ts';
import { joinedTargets } from './joined-targets.ts';

/** What is wrong at the first entry that does not fit. */
export type ChainFault =
  /** What it says is not what was written. */
  | 'changed'
  /** At least one is missing before it, or at the end. */
  | 'removed'
  /** It was put between others. */
  | 'inserted'
  /** What says that older ones were removed rightly is not signed by this installation. */
  | 'forged';

export type ChainVerdict =
  /** `removed`: entries that were cut off at the old end, rightly; missing where none were. */
  | { isIntact: true; entries: number; removed?: number }
  /** `seq`: of the entry that does not fit; of those at the end: the first that is missing. */
  | { isIntact: false; seq: number; fault: ChainFault };

export interface VerifyOptions {
  /** Called now and then with how many entries were looked at, and the number of the newest. */
  progress?: (done: number, newest: number) => void;
  signal?: AbortSignal;
  /** Looks no further than this entry. */
  through?: number;
}

/** Entries that are in memory at once. */
const PORTION = 500;

interface ChainParts {
  collection: Collection<AuditDocument>;
  heads: Collection<ChainHead>;
  /** Of a log that may be cut off at its old end. */
  checkpoints?: Checkpoints | undefined;
}

/** Walks the whole chain from its first entry to the head that is kept apart from it; portion by portion. */
export async function verifyChain(log: ChainParts, options: VerifyOptions = {}): Promise<ChainVerdict> {
  for (;;) {
    const start = await log.checkpoints?.read();
    const verdict = await walk(log, start, options);
    if (verdict.isIntact) return verdict;
    const after = await log.checkpoints?.read();
    // Old entries were removed while it walked.
    if (start?.checkpoint.seq === after?.checkpoint.seq) return verdict;
  }
}

async function walk(
  log: ChainParts,
  start: Awaited<ReturnType<Checkpoints['read']>>,
  { progress, signal, through }: VerifyOptions,
): Promise<ChainVerdict> {
  const head = await log.heads.findOne({ _id: log.collection.collectionName });
  const checkpoint = start?.checkpoint;
  if (start?.isOurs === false) return { isIntact: false, seq: start.checkpoint.seq, fault: 'forged' };
  const begin = checkpoint ?? { seq: 0, hash: GENESIS };
  let expected: { seq: number; hash: string } | undefined;
  const cursor = log.collection
    .find(through === undefined ? {} : { seq: { $lte: through } })
    .sort({ seq: 1 })
    .batchSize(PORTION);
  for await (const entry of cursor) {
    expected ??= placeBefore(entry, begin);
    const fault = faultOf(entry, expected, head, checkpoint);
    if (fault !== undefined) return { isIntact: false, seq: entry.seq, fault };
    expected = { seq: entry.seq, hash: entry.hash };
    if (entry.seq % PORTION !== 0) continue;
    signal?.throwIfAborted();
    progress?.(entry.seq, Math.max(entry.seq, head?.seq ?? 0));
  }
  const last = Math.max(expected?.seq ?? 0, begin.seq);
  // Of those that may go some were left, but not up to the last of them.
  const end = Math.max(through ?? head?.seq ?? 0, begin.seq);
  if (end > (expected?.seq ?? begin.seq))
    return { isIntact: false, seq: (expected?.seq ?? last) + 1, fault: 'removed' };
  return { isIntact: true, entries: last, ...(checkpoint === undefined ? {} : { removed: checkpoint.seq }) };
}

/**
 * What the first entry follows. Where the removal of old ones was interrupted, some of them are left: they follow what is
 * gone, and their hashes have to lead to that of the checkpoint.
 */
function placeBefore(entry: AuditDocument, begin: { seq: number; hash: string }) {
  const isLeft = Number.isInteger(entry.seq) && entry.seq > 0 && entry.seq <= begin.seq;
  return isLeft ? { seq: entry.seq - 1, hash: entry.previous } : begin;
}

function faultOf(
  entry: AuditDocument,
  before: { seq: number; hash: string },
  head: ChainHead | null,
  checkpoint: ChainCheckpoint | undefined,
): ChainFault | undefined {
  const { _id: _, hash, targets, ...content } = entry;
  const { seq } = content;
  if (!Number.isInteger(seq) || seq <= before.seq) return 'inserted';
  if (!isWhole(content) || hashOf(content) !== hash || !isDerived(targets, content.target)) return 'changed';
  if (seq > before.seq + 1) return 'removed';
  if (content.previous !== before.hash) return 'changed';
  if (seq === checkpoint?.seq && checkpoint.hash !== hash) return 'changed';
  return seq === head?.seq && head.hash !== hash ? 'changed' : undefined;
}

/** What the index has of a target that names several says the same as the target; entries from before the index have none. */
function isDerived(targets: readonly string[] | undefined, target: string | null): boolean {
  return targets === undefined || Bun.deepEquals({ targets }, joinedTargets(target));
}

const TEXTS = ['type', 'plugin', 'previous'] as const;
const TEXTS_OR_NOTHING = ['ip', 'user_agent', 'request_id', 'target', 'before', 'after'] as const;
const FIELDS = TEXTS.length + TEXTS_OR_NOTHING.length + ['seq', 'actor', 'time'].length;

/** Whether it has exactly the fields that the hash is of, in their types: what the hash does not see could be changed at will. */
function isWhole(content: Omit<AuditDocument, '_id' | 'hash'>): boolean {
  const { actor, time } = content;
  const hasServer = 'server_ip' in content;
  return (
    Object.keys(content).length === FIELDS + (hasServer ? 1 : 0) &&
    (!hasServer || typeof content.server_ip === 'string') &&
    TEXTS.every((name) => typeof content[name] === 'string') &&
    TEXTS_OR_NOTHING.every((name) => content[name] === null || typeof content[name] === 'string') &&
    time instanceof Date &&
    (actor === null || isActor(actor))
  );
}

/** Whoever did it, and of somebody who acted as another, that one too. */
function isActor(actor: NonNullable<AuditDocument['actor']>): boolean {
  if (!hasTexts(actor, ['id', 'account', 'via'], 'as' in actor ? 1 : 0)) return false;
  return !('as' in actor) || hasTexts(actor.as, ['id', 'account']);
}

/** Whether it has these texts, and so many other fields as are looked at elsewhere. */
function hasTexts(value: unknown, names: readonly string[], others = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    Object.keys(fields).length === names.length + others &&
    names.every((name) => typeof fields[name] === 'string')
  );
}
