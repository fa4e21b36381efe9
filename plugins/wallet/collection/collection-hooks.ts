import type { PluginContext, Session } from '@waypost/sdk';
import { deposits } from '../chain/deposits/deposit.ts';
import type { SendingHook } from '../sending/sender.ts';
import type { StoredSending } from '../sending/stored.ts';
import { collectionLines, collectionRuns, type LineState, writeLine } from './run.ts';

/** What the steps of TRX for a fee mean for the address that it goes to. */
export function fundHook(context: PluginContext): SendingHook {
  return {
    reasons: async ({ run, receiver_key: key, receiver_index: index }) => [
      { purpose: 'fund', run, to: { key, index } },
    ],
    async changed({ phase, subject, remark }, session) {
      const from: LineState[] = ['funding'];
      // Looked at anew: with what it has by now.
      if (phase === 'solid' || phase === 'expired') await lookAnew(context, { id: subject, from }, session);
      if (phase === 'failed')
        await writeLine(context, { id: subject, from }, { state: 'failed', reason: remark }, session);
    },
  };
}

/** What the steps of a transfer to the collection address mean for the address that it comes from. */
export function collectHook(context: PluginContext): SendingHook {
  return {
    reasons: async ({ run }) => [{ purpose: 'collect', run }],
    async changed(after, session) {
      const { phase, subject: id, remark } = after;
      const from: LineState[] = ['collecting'];
      if (phase === 'expired') await lookAnew(context, { id, from }, session);
      if (phase === 'failed')
        await writeLine(context, { id, from }, { state: 'failed', reason: remark }, session);
      if (phase !== 'solid') return;
      await writeLine(context, { id, from }, { state: 'done', reason: '' }, session);
      await addCollected(context, after, session);
    },
  };
}

async function lookAnew(
  context: PluginContext,
  { id, from }: { id: string; from: LineState[] },
  session: Session,
): Promise<void> {
  const line = await collectionLines(context).findById(id).session(session).lean();
  const run = await collectionRuns(context)
    .findById(line?.run ?? '')
    .session(session)
    .lean();
  const next = run?.is_cancelled
    ? ({ state: 'skipped', reason: 'cancelled' } as const)
    : ({ state: 'waiting', reason: '', next_look_time: context.clock.date() } as const);
  await writeLine(context, { id, from }, next, session);
}

/** What has gone from an address is not looked for there again. */
async function addCollected(
  context: PluginContext,
  { subject, amount }: StoredSending,
  session: Session,
): Promise<void> {
  const line = await collectionLines(context).findById(subject).session(session).lean();
  const deposit = await deposits(context)
    .findById(line?.deposit ?? '')
    .session(session)
    .lean();
  if (deposit === null) return;
  const collected = String(BigInt(deposit.collected ?? '0') + BigInt(amount));
  await deposits(context).updateOne({ _id: deposit._id }, { $set: { collected } }, { session });
}
