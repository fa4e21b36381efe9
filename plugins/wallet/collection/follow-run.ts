import { AppError } from '@waypost/contract';
import type { OperationRun } from '@waypost/sdk';
import type { Sender } from '../sending/sender.ts';
import { collectionErrors } from './errors.ts';
import { openRun } from './open-run.ts';
import { collectionRuns, countLines } from './run.ts';

/** Milliseconds between two looks at how far it is. */
const LOOK_MS = 1_000;
/** Looks for which a signer that does not answer is waited for: it is started again by itself. */
const MOST_WAITS = 60;

/**
 * Begins a run where it was not begun, and says how far it is until it has ended: the job that sends takes it on, also where nobody follows it.
 * Errors: those of `openRun`
 */
export async function followRun(
  sender: Sender,
  {
    input,
    signal,
    progress,
  }: Pick<OperationRun<{ id: string; least: string }>, 'input' | 'signal' | 'progress'>,
): Promise<void> {
  const { context } = sender;
  await begin(sender, input, signal);
  for (;;) {
    signal.throwIfAborted();
    const { total, waiting, funding, collecting, skipped, failed } = await countLines(context, input.id);
    progress(total - waiting - funding - collecting, total, skipped + failed);
    const run = await collectionRuns(context).findById(input.id).lean();
    if (run?.open === undefined) return;
    await pause();
  }
}

async function begin(
  sender: Sender,
  input: { id: string; least: string },
  signal: AbortSignal,
): Promise<void> {
  for (let waits = 0; ; waits += 1)
    try {
      await openRun(sender, input);
      return;
    } catch (error) {
      const isAway = error instanceof AppError && error.code === collectionErrors.signer.code;
      if (!isAway || waits === MOST_WAITS) throw error;
      signal.throwIfAborted();
      await pause();
    }
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, LOOK_MS));
