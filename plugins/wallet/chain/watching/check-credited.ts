import { newVersion, type PluginContext, type Stored, tellNow } from '@waypost/sdk';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { NoProvider } from '../providers/fault.ts';
import type { SolidTransaction } from '../reading/information.ts';
import { startTron } from '../tron/ask-tron.ts';
import { heads, information } from './find-solid.ts';
import type { Watch } from './watch.ts';

/** How long after it was booked a transfer is looked for once more, milliseconds. */
const AFTER_MS = 60 * 60_000;
const PORTION = 200;
const RIGHT = 'wallet.transfer:resolve';

type StoredTransfer = Stored<typeof transferResource>;

/**
 * Looks once more for what was credited an hour ago. A solid block is never taken back, as far as the chain keeps its word: what
 * is not there any more is nobody's mistake of today, and what becomes of the money is for a person to say.
 */
export async function checkCredited(watch: Watch, signal: AbortSignal): Promise<void> {
  await lookOnce(watch, signal);
  await tellGone(watch.context);
}

async function lookOnce(watch: Watch, signal: AbortSignal): Promise<void> {
  const { context, config } = watch;
  const rows = await context
    .model(transferResource)
    .find({
      state: 'credited',
      network: config.network,
      checked_time: null,
      create_time: { $lte: new Date(context.clock.now() - AFTER_MS) },
    })
    .sort({ create_time: 1 })
    .limit(PORTION)
    .lean();
  if (rows.length === 0) return;
  await startTron(context);
  for (const row of rows) {
    if (signal.aborted) return;
    try {
      await checkOne(watch, row);
    } catch (error) {
      if (error instanceof NoProvider) return;
      context.log.error(
        { error, transaction: row.transaction },
        'a credited transfer could not be looked for',
      );
    }
  }
}

async function checkOne(watch: Watch, row: StoredTransfer): Promise<void> {
  const { context, pool, providers } = watch;
  const seen = await pool.work(providers, (ask, provider) => lookFor(watch, row, ask, provider.id));
  if (seen.answer === 'behind') return;
  if (seen.answer === 'there') return settle(context, row, { checked_time: context.clock.date() });
  if (providers.length > 1) {
    // One may have lost it: what nobody has is gone.
    const other = await pool.work(providers, (ask, { id }) => lookFor(watch, row, ask, id), [seen.provider]);
    if (other.answer !== 'gone') return;
  }
  context.log.error(
    { transaction: row.transaction, block: row.block },
    'the chain has a credited transfer no more',
  );
  await settle(context, row, { checked_time: context.clock.date(), state: 'gone' });
  await context.audit({
    type: 'wallet.transfer.gone',
    target: String(row._id),
    before: { code: row.transaction, state: row.state },
    after: { code: row.transaction, state: 'gone', amount: row.amount },
  });
}

/**
 * Tells whoever decides of what is gone, as long as nobody has: each once, whatever ended the process that found it, and however
 * much was told at that moment.
 */
async function tellGone(context: PluginContext): Promise<void> {
  const rows = await context
    .model(transferResource)
    .find({ state: 'gone' })
    .sort({ time: -1 })
    .limit(PORTION)
    .lean();
  for (const { _id, transaction } of rows) {
    const isTold = await tellNow(context, {
      to: { permission: RIGHT },
      words: 'wallet.notice.transfer_gone',
      params: { transaction },
      plain: { title: 'A credited transfer is gone', content: transaction },
      occasion: `gone/${String(_id)}`,
      screen: 'usdt_transaction_record?state=gone',
    });
    // So much is told at once: the next run tells the rest.
    if (!isTold) return;
  }
}

async function lookFor(
  watch: Watch,
  row: StoredTransfer,
  ask: Parameters<typeof information>[1],
  provider: string,
): Promise<{ answer: 'there' | 'gone' | 'behind'; provider: string }> {
  const found = await information(watch, ask, row.transaction);
  if (found !== undefined && isThere(found, row)) return { answer: 'there', provider };
  const { solid } = await heads(watch, ask);
  return { answer: solid < row.block ? 'behind' : 'gone', provider };
}

/** The block may be another: what was moved, and to whom, is what was credited. */
function isThere({ isFailed, transfers }: SolidTransaction, row: StoredTransfer): boolean {
  return (
    !isFailed &&
    transfers.some(
      ({ index, contract, to, value }) =>
        index === row.log_index &&
        contract === row.contract &&
        to === row.receiver &&
        String(value) === row.amount,
    )
  );
}

async function settle(
  context: PluginContext,
  row: StoredTransfer,
  set: { checked_time: Date; state?: 'gone' },
): Promise<void> {
  await context
    .model(transferResource)
    .updateOne({ _id: row._id, state: 'credited' }, newVersion(context, set), { timestamps: false });
}
