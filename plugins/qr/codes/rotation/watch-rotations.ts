import { createHash } from 'node:crypto';
import { RotationModel, VISIT_TARGET_MAX_NUMBER, type VisitTarget } from '@waypost/contract';
import { type LetterWords, type PluginContext, tellNow, writeLetter } from '@waypost/sdk';
import english from '../../locales/en-US.json' with { type: 'json' };
import swahili from '../../locales/sw-KE.json' with { type: 'json' };
import chinese from '../../locales/zh-CN.json' with { type: 'json' };
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { publishedTargets, type StoredCode } from '../link.ts';

const WORDS: LetterWords = { 'zh-CN': chinese, 'en-US': english, 'sw-KE': swahili };
/** Name of the job that looks which sequential rotations are at their last target. */
const WATCH = 'watch_rotations';
const BATCH = 200;
const TITLE_LETTERS = 100;
const ROUND_LETTERS = 16;

/** Visits move on by themselves; that nothing comes behind the last target is said here, as printed codes lead there from now on. */
export async function watchRotations(context: PluginContext): Promise<void> {
  context.jobs.define(WATCH, (_data, signal) => lookAtRotations(context, signal));
  await context.jobs.every('1 minute', WATCH);
}

/** Notifies the owner of each code whose sequential rotation has reached its last target, once a round. */
export async function lookAtRotations(
  context: PluginContext,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const model = context.model(codeResource);
  const rotated = {
    'targets.threshold': { $gte: 0 },
    rotation_model: RotationModel.sequential,
    remove_time: null,
    is_unclaimed: { $ne: true },
  };
  let after: string | undefined;
  while (!signal.aborted) {
    const codes = await model
      .find({ ...rotated, ...(after === undefined ? {} : { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean();
    const last = codes.at(-1);
    if (last === undefined) return;
    after = String(last._id);
    for (const { code, round } of await codesAtLast(context, codes)) {
      if (signal.aborted) return;
      const outcome = await tellOwner(context, code, round);
      if (outcome === 'full') return;
      if (outcome === 'failed') continue;
      await model.updateOne({ _id: code._id }, { $set: { told_round: round } }, { timestamps: false });
    }
  }
}

/** Those of the codes that are at their last target in a round of which the owner was not told. */
async function codesAtLast(
  context: PluginContext,
  codes: readonly StoredCode[],
): Promise<{ code: StoredCode; round: string }[]> {
  const open = codes.flatMap((code) => {
    const targets = publishedTargets(code);
    const before = targets.slice(0, -1);
    const hasEnd = before.length > 0 && before.every(({ threshold }) => threshold < VISIT_TARGET_MAX_NUMBER);
    const round = roundOf(before);
    return hasEnd && round !== code.told_round ? [{ code, round, targets }] : [];
  });
  if (open.length === 0) return [];
  const counts = await context.visits.targetCounts(
    open.map(({ code, targets }) => ({ id: String(code._id), targets })),
  );
  return open.filter(({ code, targets }) => {
    const visits = counts[String(code._id)] ?? [];
    return targets.slice(0, -1).every(({ threshold }, position) => (visits[position] ?? 0) >= threshold);
  });
}

/** A round ends with the targets before the last and their thresholds: with others of them another one begins. */
const roundOf = (before: readonly VisitTarget[]): string =>
  createHash('sha256')
    .update(JSON.stringify(before.map(({ weight, ...target }) => target)))
    .digest('hex')
    .slice(0, ROUND_LETTERS);

/**
 * By site message, by the channels that are handed those, and by e-mail. A process that ends before the round is noted tells again,
 * and both know the occasion.
 * @returns `full`: inboxes take no more for now
 */
async function tellOwner(
  context: PluginContext,
  code: StoredCode,
  round: string,
): Promise<'told' | 'full' | 'failed'> {
  const { _id, name, owner } = code;
  const letter = {
    words: 'qr.notice.last_target',
    params: { name, count: String(code.targets.length) },
    occasion: `${_id} last target ${round}`,
    screen: `set_qr_code?id=${_id}&tab=targets`,
  };
  try {
    const isTold = await tellNow(context, {
      ...letter,
      to: { accounts: [String(owner)] },
      plain: { title: name.slice(0, TITLE_LETTERS), content: name },
    });
    if (isTold) await writeLetter(context, WORDS, { ...letter, account: String(owner) });
    return isTold ? 'told' : 'full';
  } catch (error) {
    // One who cannot be told holds up none of the others; the next run tries again.
    context.log.error({ error, code: _id }, 'an owner was not told that a rotation is at its last target');
    return 'failed';
  }
}
