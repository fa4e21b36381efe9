import type { OperationRun, Stored } from '@waypost/sdk';
import type { MachineRun, PlatformContext } from '@waypost/sdk/platform';
import { z } from 'zod';
import { scriptRun } from '../screens/script/resource.ts';
import { inLanes } from './in-lanes.ts';
import { findServer, loginOf } from './log-in.ts';
import { outputText } from './output-text.ts';
import type { Results, ScriptResult } from './results.ts';
import { endRun } from './settle-lost-runs.ts';
import { LANES, type ResultState, RUN_KIND, type ServerFault } from './values.ts';

const zInput = z.strictObject({ run: z.string() });
type Run = Stored<typeof scriptRun>;
type Outcome = Partial<ScriptResult> & { state: ResultState };

/** Runs scripts on servers, several at a time; none is run twice on a server, whatever ends the process. */
export function defineScriptRuns(context: PlatformContext, results: Results): void {
  context.operations.define(RUN_KIND, {
    input: zInput,
    run: (operation) => runScript(context, results, operation),
    unfinished: ({ run }) => endRun(context, results, run),
  });
}

async function runScript(
  context: PlatformContext,
  results: Results,
  { input, signal, progress }: OperationRun<z.output<typeof zInput>>,
): Promise<void> {
  const runs = context.model(scriptRun);
  const run = await runs.findById(input.run).lean();
  if (run === null) return;
  const id = String(run._id);
  await runs.updateOne({ _id: id }, { $set: { state: 'running' } });
  // Begun by a process that has ended since: nobody knows how far it came, and it is not begun again.
  await results.updateMany({ run: id, state: 'running' }, { $set: { state: 'unknown', may_go_on: true } });
  const waiting = await results.find({ run: id, state: 'waiting' }).sort({ at: 1 }).lean();
  let done = run.total - waiting.length;
  progress(done, run.total);
  await inLanes(waiting, LANES, async (one) => {
    if (signal.aborted) return;
    const claimed = await results.updateOne(
      { _id: one._id, state: 'waiting' },
      { $set: { state: 'running' } },
    );
    if (claimed.matchedCount === 0) return;
    const outcome = await runOnServer(context, run, one.server, signal);
    await results.updateOne({ _id: one._id }, { $set: outcome });
    done += 1;
    progress(done, run.total);
  });
  signal.throwIfAborted();
  const succeeded = await results.countDocuments({ run: id, state: 'done' });
  await runs.updateOne(
    { _id: id },
    {
      $set: {
        state: succeeded === run.total ? 'done' : 'failed',
        succeeded,
        end_time: context.clock.date(),
      },
    },
  );
  progress(run.total, run.total, run.total - succeeded);
}

async function runOnServer(
  context: PlatformContext,
  run: Run,
  server: string,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!context.installation.hasMachines()) return { state: 'cancelled' };
  // As it stands now: its key may have changed, and it may be gone, since the run was begun.
  const row = await findServer(context, server).catch(() => undefined);
  if (row === undefined || row.fingerprint === '') return { state: 'unreachable', fault: 'address' };
  if (row.state === 'key_changed') return { state: 'unreachable', fault: 'key_changed' };
  const login = await loginOf(context, row);
  if (login === undefined) return { state: 'unreachable', fault: 'secret_unreadable' };
  const limits = { limitMs: run.seconds * 1000, limitBytes: run.output_kb * 1024, signal };
  const found = await context.installation.runOnMachine(login, run.words, limits).catch((error: unknown) => {
    context.log.error({ error, run: String(run._id), server }, 'a script could not be run');
    return undefined;
  });
  return found === undefined ? { state: 'failed', fault: 'closed' } : outcomeOf(found);
}

function outcomeOf(found: MachineRun): Outcome {
  return {
    state: stateOf(found),
    fault: (found.fault ?? '') as ServerFault,
    exit_code: found.exitCode,
    exit_signal: found.exitSignal,
    may_go_on: found.mayGoOn,
    milliseconds: found.milliseconds,
    output: outputText(found.output.bytes),
    output_bytes: found.output.total,
    error_output: outputText(found.errors.bytes),
    error_output_bytes: found.errors.total,
  };
}

function stateOf({ ended, fault, hasBegun, exitCode }: MachineRun): ResultState {
  if (ended === 'signal') return 'cancelled';
  if (ended === 'time') return 'timed_out';
  if (fault !== null) return hasBegun ? 'unknown' : 'unreachable';
  return exitCode === 0 ? 'done' : 'failed';
}
