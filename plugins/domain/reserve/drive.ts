import type { PluginContext } from '@waypost/sdk';
import { codeHosts } from '../moving/count-codes.ts';
import { takeOverResource } from '../screens/hold_domain/take-over.ts';
import { changeTakeOver, codesOf, findTakeOver, heldDomains, type StoredTakeOver } from './stored.ts';

/** Codes of one step. */
const PORTION = 100;

/** What of a take-over is moving. */
export const MOVING = ['moving', 'moving_back'] as const;
const isMoving = ({ state }: StoredTakeOver) => (MOVING as readonly string[]).includes(state);

interface Driving {
  signal?: AbortSignal | undefined;
  progress?: ((done: number, total: number) => void) | undefined;
  /** Longest that it goes on, milliseconds; left out: until it is done. */
  limitMs?: number;
}

/**
 * Moves the codes of a take-over that is moving, over or back, step by step until none is left. It rests on the row alone:
 * whoever goes on after a kill begins where it was, two at once do no more than one, and whoever stops it is obeyed after
 * the step. While nobody answers for the codes it stays as it is.
 */
export async function driveTakeOver(
  context: PluginContext,
  id: string,
  { signal, progress, limitMs = Number.POSITIVE_INFINITY }: Driving = {},
): Promise<void> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    signal?.throwIfAborted();
    const row = await findTakeOver(context, id);
    if (!isMoving(row)) return;
    const service = codeHosts(context);
    const { _id, state } = row;
    if (service === undefined) {
      await changeTakeOver(context, { _id, where: { state } }, { set: { hint: 'codes_away' } });
      return;
    }
    const isBack = state === 'moving_back';
    if (!(await hasBoth(context, row))) {
      await changeTakeOver(context, { _id, where: { state } }, { set: { state: 'stopped', hint: 'gone' } });
      return;
    }
    const owner = codesOf(row);
    const { moved, left } = await service.move({
      ...(isBack ? { from: row.to_name, to: row.name } : { from: row.name, to: row.to_name }),
      ...(owner === undefined ? {} : { owner }),
      by: (isBack ? row.back_by : row.begun_by) || null,
      limit: PORTION,
    });
    const { done, total } = await note(context, row, { moved, left, isBack });
    progress?.(done, total);
    // What nothing moves somebody has to look at: to go on would never end.
    if (left > 0 && moved > 0) continue;
    await (isBack ? endBack(context, row, left) : endMove(context, row, left));
    return;
  }
}

/** Writes how far it is. Figures only rise: one that was not written before a kill follows from what is left. */
async function note(
  context: PluginContext,
  row: StoredTakeOver,
  { moved, left, isBack }: { moved: number; left: number; isBack: boolean },
): Promise<{ done: number; total: number }> {
  const known = isBack ? row.returned : row.codes;
  const done = Math.max(known + moved, row.total - left, 0);
  const total = Math.max(row.total, done + left);
  const model = context.model(takeOverResource);
  const quietly = { timestamps: false } as const;
  // What has moved has, though somebody may have stopped it meanwhile.
  const figure = { [isBack ? 'returned' : 'codes']: done };
  await model.updateOne({ _id: row._id }, { $max: figure }, quietly);
  await model.updateOne(
    { _id: row._id, state: row.state },
    { $max: { total }, $set: { left, hint: '' } },
    quietly,
  );
  return { done, total };
}

/** Whether both names are still those of the same holder: nobody's codes go to a stranger's name. */
async function hasBoth(
  context: PluginContext,
  { from_domain, to_domain, holder }: StoredTakeOver,
): Promise<boolean> {
  const held = await heldDomains(context, [from_domain, to_domain]);
  return [from_domain, to_domain].every((id) => String(held.get(id)?.owner) === holder);
}

async function endMove(context: PluginContext, row: StoredTakeOver, left: number): Promise<void> {
  const { _id, state, begun_by } = row;
  await changeTakeOver(
    context,
    { _id, where: { state } },
    {
      set: {
        state: 'moved',
        moved_time: context.clock.date(),
        left,
        hint: left > 0 ? 'stuck' : '',
      },
      told: begun_by === '' ? 'taken_over' : 'taken_over_person',
    },
  );
}

async function endBack(context: PluginContext, row: StoredTakeOver, left: number): Promise<void> {
  const { _id, state } = row;
  const now = context.clock.date();
  await changeTakeOver(
    context,
    { _id, where: { state } },
    {
      set: {
        state: 'back',
        back_time: now,
        left,
        is_open: false,
        holds_spare: false,
        is_unsettled: false,
        hint: left > 0 ? 'stuck' : '',
      },
      told: 'back',
    },
  );
}
