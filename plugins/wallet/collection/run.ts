import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { Network } from '../chain/networks/values.ts';

/** One collecting of what lies at deposit addresses. */
export interface CollectionRun {
  _id: string;
  network: Network;
  /** What of an address is collected has to be so much; smallest units. */
  least: string;
  receiver: string;
  /** Of all runs one goes on at a time; absent: it has ended. */
  open?: 'open' | undefined;
  /** Somebody has cancelled it: what is on its way comes to its end, and nothing else is begun. */
  is_cancelled: boolean;
  open_time: Date;
  end_time: Date | null;
}

/**
 * How far an address of a run is. `funding`: TRX for the fee is on its way to it; `collecting`: what it has is on its way; `skipped`: there is
 * too little, or the run was cancelled; `failed`: the chain or the signer has refused it.
 */
export const LINE_STATES = ['waiting', 'funding', 'collecting', 'done', 'skipped', 'failed'] as const;
export type LineState = (typeof LINE_STATES)[number];
export const OPEN_LINES: readonly LineState[] = ['waiting', 'funding', 'collecting'];

/** One address of a run. */
export interface CollectionLine {
  /** `<run>/<deposit>`. */
  _id: string;
  run: string;
  deposit: string;
  address: string;
  key: string;
  index: number;
  state: LineState;
  /** Why it waits, or has ended so: a stable word; empty: nothing to say. */
  reason: string;
  next_look_time: Date;
}

const RUNS: CollectionDeclaration<CollectionRun> = {
  name: 'collection_run',
  onUninstall: 'keep',
  fields: {
    _id: String,
    network: String,
    least: String,
    receiver: String,
    open: String,
    is_cancelled: Boolean,
    open_time: Date,
    end_time: Date,
  },
  indexes: [{ keys: { open: 1 }, unique: true, sparse: true }],
};
const LINES: CollectionDeclaration<CollectionLine> = {
  name: 'collection_line',
  onUninstall: 'keep',
  fields: {
    _id: String,
    run: String,
    deposit: String,
    address: String,
    key: String,
    index: Number,
    state: String,
    reason: String,
    next_look_time: Date,
  },
  indexes: [{ keys: { run: 1, state: 1, next_look_time: 1 } }],
};
export const collectionRuns = (context: PluginContext) => context.collection(RUNS);
export const collectionLines = (context: PluginContext) => context.collection(LINES);

/** The run that goes on; null: none does. */
export const findOpenRun = async (context: PluginContext, session?: Session): Promise<CollectionRun | null> =>
  collectionRuns(context)
    .findOne({ open: 'open' })
    .session(session ?? null)
    .lean();

/** Ends the run whose addresses are all at their end. */
export async function endRun(context: PluginContext): Promise<void> {
  const run = await findOpenRun(context);
  if (run === null) return;
  const left = await collectionLines(context).exists({ run: run._id, state: { $in: OPEN_LINES } });
  if (left !== null) return;
  await collectionRuns(context).updateOne(
    { _id: run._id },
    { $unset: { open: 1 }, $set: { end_time: context.clock.date() } },
  );
}

/** Writes a step of an address that is still at one of those before. @returns whether it was */
export async function writeLine(
  context: PluginContext,
  { id, from }: { id: string; from: readonly LineState[] },
  set: Partial<CollectionLine>,
  session?: Session,
): Promise<boolean> {
  const { matchedCount } = await collectionLines(context).updateOne(
    { _id: id, state: { $in: from } },
    { $set: set },
    { session: session ?? null },
  );
  return matchedCount === 1;
}

/** How many addresses of a run are at which step. */
export async function countLines(
  context: PluginContext,
  run: string,
): Promise<Readonly<Record<LineState, number>> & { total: number }> {
  const counts = Object.fromEntries(LINE_STATES.map((state) => [state, 0])) as Record<LineState, number>;
  for (const state of LINE_STATES)
    counts[state] = await collectionLines(context).countDocuments({ run, state });
  return { ...counts, total: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}
