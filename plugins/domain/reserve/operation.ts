import { AppError } from '@waypost/contract';
import type { OperationRun, PluginContext, SignedRequest } from '@waypost/sdk';
import { z } from 'zod';
import { driveTakeOver, MOVING } from './drive.ts';
import { changeTakeOver, type StoredTakeOver } from './stored.ts';

const RESERVE_KIND = 'take_over';
const zTakeOverWork = z.strictObject({ take_over: z.string() });
type Work = z.infer<typeof zTakeOverWork>;

/** Mounts what a person follows of a take-over that they began; the take-over rests on its own row, and goes on without it. */
export function defineDriving(context: PluginContext): void {
  context.operations.define(RESERVE_KIND, {
    input: zTakeOverWork,
    run: (run) => follow(context, run),
    // Cancelled where operations are: it stops as if it had been stopped on its page.
    async unfinished({ take_over: _id }) {
      await changeTakeOver(
        context,
        { _id, where: { state: { $in: MOVING } } },
        { set: { state: 'stopped' } },
      );
    },
  });
}

/** @returns the operation; null where the person has too many going on, and looks at the page of the take-over */
export async function startDriving(
  context: PluginContext,
  { _id, shown, to_shown }: StoredTakeOver,
  request: SignedRequest,
): Promise<string | null> {
  try {
    const name = `${shown} · ${to_shown}`;
    return (await context.operations.start(RESERVE_KIND, { name, input: { take_over: _id } }, request)).id;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_operations') throw error;
    await context.jobs.now(RESERVE_JOB);
    return null;
  }
}

/** The job that serves, moves and tells. */
export const RESERVE_JOB = 'keep_reserve';

async function follow(
  context: PluginContext,
  { input, signal, progress }: OperationRun<Work>,
): Promise<void> {
  try {
    await driveTakeOver(context, input.take_over, {
      signal,
      progress: (done, total) => progress(done, total),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    // A failed operation would stop the take-over: the job goes on with it.
    context.log.error({ error, take_over: input.take_over }, 'codes could not move; it is tried again');
  }
  await context.jobs.now(RESERVE_JOB);
}
