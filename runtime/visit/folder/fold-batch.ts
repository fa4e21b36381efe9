import type { ClientSession, mongo } from 'mongoose';
import type { JournalPosition } from '../journal/journal-reader.ts';
import { COLLECTIONS } from '../store/collections.ts';
import type { Derivation } from './derivation.ts';
import { foldCodes, readCodes } from './fold-codes.ts';
import { foldAddresses, foldScopeDays, sumScopes } from './fold-scopes.ts';
import { clearFoldState, type FoldChanges, type FoldState, rememberChanges } from './fold-state.ts';
import { foldVisitors, rawVisit } from './fold-visitors.ts';
import { type StoreCommands, storeCommands } from './store-commands.ts';
import type { BatchTally } from './tally.ts';

export interface FoldOptions {
  database: mongo.Db;
  /** Every batch is a transaction of this session; one batch at a time. */
  session: ClientSession;
  state: FoldState;
  derivation: Derivation;
  /** Names this folder's share of the scope sums. */
  folderId: string;
}

/**
 * Stores a batch and moves the journal's checkpoint from `from` to `to`, in one transaction: a batch that was stored
 * before changes nothing, because the checkpoint is then elsewhere (FoldConflict). On any error nothing is stored.
 */
export async function foldBatch(
  options: FoldOptions,
  batch: { journalId: string; from: JournalPosition; to: JournalPosition; tally: BatchTally },
): Promise<void> {
  const { session } = options;
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    const changes = await writeBatch(options, session, batch);
    await session.commitTransaction();
    rememberChanges(options.state, changes);
  } catch (error) {
    clearFoldState(options.state);
    // What matters is why it failed; a transaction that cannot even be aborted ends by itself.
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
    throw error;
  }
}

async function writeBatch(
  options: FoldOptions,
  session: ClientSession,
  batch: { journalId: string; from: JournalPosition; to: JournalPosition; tally: BatchTally },
): Promise<FoldChanges> {
  const { state, derivation, folderId } = options;
  const { tally } = batch;
  const store = storeCommands(options.database, session);
  await moveCheckpoint(store, batch);
  const changes: FoldChanges = { codes: new Map(), scopeDays: new Map(), addresses: new Map() };
  const codes = await readCodes(store, state, tally);
  await foldVisitors(store, tally, codes, derivation);
  const scopeDays = sumScopes(tally);
  await foldAddresses(store, { state, derivation, changes }, tally, scopeDays);
  const top = await foldCodes(store, tally, codes, changes);
  await foldScopeDays(store, state, scopeDays, top, folderId, changes);
  await store.insert(
    COLLECTIONS.rawVisits,
    tally.raw.map((visit) => rawVisit(batch.journalId, visit, derivation)),
  );
  return changes;
}

async function moveCheckpoint(
  store: StoreCommands,
  { journalId, from, to }: { journalId: string; from: JournalPosition; to: JournalPosition },
): Promise<void> {
  if (from.segment === 0 && from.offset === 0) {
    await store.insert(COLLECTIONS.checkpoints, [{ _id: journalId, ...to }]);
    return;
  }
  const { segment, offset } = from;
  await store.expectOne(COLLECTIONS.checkpoints, { _id: journalId, segment, offset }, { $set: { ...to } });
}
