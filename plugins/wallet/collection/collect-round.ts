import { NoProvider, ProviderFault } from '../chain/providers/fault.ts';
import type { SendingKeys } from '../sending/accounts.ts';
import { advance } from '../sending/advance.ts';
import { readAccount, readCosts, readEnergy } from '../sending/chain-calls.ts';
import { estimateToken } from '../sending/estimate.ts';
import { type Obstacle, prepare, type Wish } from '../sending/prepare.ts';
import type { Sending } from '../sending/sender.ts';
import { sendingsOf } from '../sending/stored.ts';
import { AGAIN_MS, FINAL_REFUSALS, LOOK_MS } from '../sending/values.ts';
import {
  type CollectionLine,
  type CollectionRun,
  collectionLines,
  findOpenRun,
  type LineState,
  writeLine,
} from './run.ts';

/** Addresses that something is on its way of at a time: a run that goes wrong has cost no more. */
const MOST_AT_ONCE = 20;
/** TRX that an address gets above what its transfer is estimated at, percent. */
const FUND_MARGIN_PERCENT = 10;
/** Times that TRX is sent to one address in a run, and that its transfer is tried. */
const MOST_TRIES = 3;

/** Takes the run that goes on as far as it comes now. */
export async function collectRound(
  sending: Sending,
  keys: SendingKeys,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const { context } = sending;
  const run = await findOpenRun(context);
  if (run === null) return;
  const lines = collectionLines(context);
  const busy = await lines.countDocuments({ run: run._id, state: { $in: ['funding', 'collecting'] } });
  const waiting = await lines
    .find({ run: run._id, state: 'waiting', next_look_time: { $lte: context.clock.date() } })
    .sort({ next_look_time: 1, _id: 1 })
    .limit(Math.max(0, MOST_AT_ONCE - busy))
    .lean();
  for (const line of waiting) {
    if (signal.aborted) return;
    try {
      await stepLine(sending, { run, line, keys });
    } catch (error) {
      if (error instanceof NoProvider) return;
      // One that cannot be looked at holds up none of the others.
      const isFault = error instanceof ProviderFault;
      context.log[isFault ? 'warn' : 'error'](
        { error, address: line.address },
        'an address is collected later',
      );
      await later(sending, line, 'away', AGAIN_MS);
    }
  }
  await dropRefused(sending, run);
}

interface Step {
  run: CollectionRun;
  line: CollectionLine;
  keys: SendingKeys;
}

/** Sends TRX for the fee where an address has too little, else what lies there. */
async function stepLine(sending: Sending, { run, line, keys }: Step): Promise<void> {
  const { context, chain } = sending;
  const { _id: id, address } = line;
  if (keys.fees === undefined || keys.limits.collect_to !== run.receiver)
    return later(sending, line, 'signer', AGAIN_MS);
  const account = await readAccount(chain, address);
  if (account.token < BigInt(run.least) || account.token === 0n)
    return finish(sending, line, { state: 'skipped', reason: 'little' });
  const value = String(account.token);
  const energy = await readEnergy(chain, { from: address, to: run.receiver, value });
  if (energy === undefined) return finish(sending, line, { state: 'failed', reason: 'refused' });
  const costs = await readCosts(chain);
  // An account that is made gets the bandwidth that everybody has.
  const { fee } = estimateToken(costs, energy, {
    ...account,
    bandwidth: account.isActive ? account.bandwidth : costs.freeBandwidth,
  });
  const own = { address, key: { key: line.key, index: line.index } };
  const missing = BigInt(Math.ceil((fee * (100 + FUND_MARGIN_PERCENT)) / 100)) - account.trx;
  const common = { subject: id, run: run._id };
  const wish: Wish =
    account.trx < BigInt(fee)
      ? { ...common, purpose: 'fund', from: keys.fees, to: own, value: String(missing) }
      : { ...common, purpose: 'collect', from: own, to: { address: run.receiver }, value };
  const tried = await sendingsOf(context, wish);
  if (tried.length >= MOST_TRIES) return finish(sending, line, { state: 'failed', reason: 'tries' });
  const state: LineState = wish.purpose === 'fund' ? 'funding' : 'collecting';
  const made = await prepare(sending, wish, (_row, session) =>
    writeLine(context, { id, from: ['waiting'] }, { state, reason: '' }, session),
  );
  if (typeof made === 'string') return later(sending, line, made, made === 'turn' ? LOOK_MS : AGAIN_MS);
  await advance(sending, made);
}

/** What the signer will never sign holds the run up no longer; its bytes come to their end by themselves. */
async function dropRefused(sending: Sending, run: CollectionRun): Promise<void> {
  const { context } = sending;
  const busy = await collectionLines(context)
    .find({ run: run._id, state: { $in: ['funding', 'collecting'] } })
    .limit(MOST_AT_ONCE)
    .lean();
  for (const line of busy) {
    const purpose = line.state === 'funding' ? ('fund' as const) : ('collect' as const);
    const [last] = await sendingsOf(context, { purpose, subject: line._id });
    if (last?.phase === 'prepared' && FINAL_REFUSALS.includes(last.remark))
      await writeLine(
        context,
        { id: line._id, from: [line.state] },
        { state: 'failed', reason: last.remark },
      );
  }
}

const finish = async (
  { context }: Sending,
  { _id: id }: CollectionLine,
  end: { state: 'skipped' | 'failed'; reason: string },
) => void (await writeLine(context, { id, from: ['waiting'] }, end));

const later = async (
  { context }: Sending,
  { _id: id }: CollectionLine,
  reason: Obstacle | 'signer' | 'away',
  ms: number,
) =>
  void (await writeLine(
    context,
    { id, from: ['waiting'] },
    { reason, next_look_time: new Date(context.clock.now() + ms) },
  ));
