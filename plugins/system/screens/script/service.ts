import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import { newId, type ResourceBinding, requireRow, type SignedRequest, type Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { machineErrors, requireMachines } from '../../machines/errors.ts';
import type { StoredServer } from '../../machines/look-at-servers.ts';
import { fillArguments, valuesSchema } from '../../machines/parameters/rules.ts';
import { NOTHING_YET, type Results, type ScriptResult } from '../../machines/results.ts';
import { RUN_KIND } from '../../machines/values.ts';
import { server } from '../server_list/resource.ts';
import type { scriptCancelCall, scriptOutputCall, scriptResultsCall, scriptRunCall } from './calls.ts';
import { script, scriptRun } from './resource.ts';

type Script = Stored<typeof script>;

/** The functions behind resource `system.script`. */
export function bindScripts(context: PlatformContext): ResourceBinding<typeof script> {
  return {
    beforeCreate: (body) => {
      requireMachines(context);
      return body;
    },
    beforeUpdate: ({ id: _id, version: _version, ...change }) => {
      requireMachines(context);
      return change;
    },
    afterWrite: async (after) => {
      if (after === undefined) requireMachines(context);
    },
  };
}

/**
 * Begins a run.
 * Errors: `machines_off`, `server_unconfirmed`, `server_key_changed` 409; `stale_version` 409 when the script is another one than what
 * was seen; `invalid_input` 422 at the value that does not do; `too_many_operations` 409: nothing is there then
 */
export async function run(
  context: PlatformContext,
  results: Results,
  { id, version, servers, values }: BodyOf<typeof scriptRunCall>,
  request: SignedRequest,
): Promise<{ id: string }> {
  requireMachines(context);
  const row = await requireRow(context.model(script).findById(id).lean());
  if (row.version !== version) throw errors.staleVersion.create({}, { content: { version: row.version } });
  const words = wordsOf(row, values);
  const chosen = await readyServers(context, [...new Set(servers)]);
  const runId = newId(context);
  const now = context.clock.date();
  await context.transaction(async (session) => {
    await context.model(scriptRun).create(
      [
        {
          _id: runId,
          version: 0,
          create_time: now,
          update_time: now,
          remove_time: null,
          remove_by: null,
          script: id,
          script_name: row.name,
          revision: version,
          words,
          values,
          servers: chosen.map(({ _id }) => String(_id)),
          total: chosen.length,
          succeeded: 0,
          state: 'waiting',
          seconds: row.seconds,
          output_kb: row.output_kb,
          account: request.caller.account,
          operation: '',
          end_time: null,
        },
      ],
      { session },
    );
    await results.create(
      chosen.map(
        ({ _id, name }, at): ScriptResult => ({
          _id: newId(context),
          run: runId,
          at,
          server: String(_id),
          server_name: name,
          time: now,
          ...NOTHING_YET,
        }),
      ),
      { session, ordered: true },
    );
    await context.audit(
      {
        type: 'system.script.run',
        target: id,
        after: {
          name: row.name,
          revision: version,
          words,
          servers: chosen.map(({ name }) => name),
          run: runId,
        },
        request,
      },
      session,
    );
  });
  const work = { name: row.name, input: { run: runId } };
  const operation = await context.operations.start(RUN_KIND, work, request).catch(async (error: unknown) => {
    await forget(context, results, { run: runId, row, request });
    throw error;
  });
  await context.model(scriptRun).updateOne({ _id: runId }, { $set: { operation: operation.id } });
  return { id: runId };
}

/** Takes a run away that was not begun: it would wait for ever. The log, which has its beginning, says that it has ended. */
async function forget(
  context: PlatformContext,
  results: Results,
  { run, row, request }: { run: string; row: Script; request: SignedRequest },
): Promise<void> {
  await context.transaction(async (session) => {
    await results.deleteMany({ run }, { session });
    await context.model(scriptRun).deleteOne({ _id: run }, { session });
    await context.audit(cancelled({ script: String(row._id), name: row.name, run }, request), session);
  });
}

const cancelled = (
  { script: target, name, run }: { script: string; name: string; run: string },
  request: SignedRequest,
) => ({ type: 'system.script.cancel', target, after: { name, run }, request });

/** @throws AppError `invalid_input` 422 at the value */
function wordsOf(row: Script, values: Readonly<Record<string, string>>): string[] {
  const checked = valuesSchema(row.parameters, row.arguments).safeParse(values);
  const faultAt = (path: string, message: string) => ({ path, message });
  if (!checked.success)
    throw errors.invalidInput.create(
      {},
      {
        errors: checked.error.issues.map(({ path, message, code }) =>
          faultAt(
            ['values', ...path].join('.'),
            code === 'custom' || message.startsWith('system.') ? message : 'system.script.fault.missing',
          ),
        ),
      },
    );
  const filled = fillArguments([row.program, ...row.arguments], checked.data);
  if ('option' in filled)
    throw errors.invalidInput.create(
      {},
      { errors: [faultAt(`values.${filled.option}`, 'system.script.fault.option')] },
    );
  return filled.words;
}

/** Those that were chosen, all of them ready to be logged in on. */
async function readyServers(context: PlatformContext, ids: readonly string[]): Promise<StoredServer[]> {
  const found = await context
    .model(server)
    .find({ _id: { $in: ids } })
    .lean();
  const byId = new Map(found.map((one) => [String(one._id), one]));
  const chosen = ids.map((one) => byId.get(one)).filter((one) => one !== undefined);
  if (chosen.length < ids.length)
    throw errors.invalidInput.create(
      {},
      { errors: [{ path: 'servers', message: 'system.script.fault.no_server' }] },
    );
  const namesOf = (rows: readonly StoredServer[]) => rows.map(({ name }) => name).join(', ');
  const changed = chosen.filter(({ state }) => state === 'key_changed');
  if (changed.length > 0) throw machineErrors.keyChanged.create({ names: namesOf(changed) });
  const unconfirmed = chosen.filter(({ fingerprint }) => fingerprint === '');
  if (unconfirmed.length > 0) throw machineErrors.unconfirmed.create({ names: namesOf(unconfirmed) });
  return chosen;
}

/** Ends a run. Errors: `script_run_ended` 409 */
export async function cancel(
  context: PlatformContext,
  { id }: BodyOf<typeof scriptCancelCall>,
  request: SignedRequest,
): Promise<null> {
  const found = await requireRow(context.model(scriptRun).findById(id).lean());
  if ((found.state !== 'waiting' && found.state !== 'running') || found.operation === '')
    throw machineErrors.runEnded.create();
  await context.operationDesk.cancel(found.operation);
  await context.audit(cancelled({ script: found.script, name: found.script_name, run: id }, request));
  return null;
}

export async function readResults(
  results: Results,
  { id }: BodyOf<typeof scriptResultsCall>,
): Promise<ResultOf<typeof scriptResultsCall>> {
  const rows = await results.find({ run: id }, { output: 0, error_output: 0 }).sort({ at: 1 }).lean();
  return {
    results: rows.map(({ _id, run: _run, at: _at, server: _server, time: _time, ...row }) => ({
      id: _id,
      server_name: row.server_name,
      state: row.state,
      fault: row.fault,
      exit_code: row.exit_code,
      exit_signal: row.exit_signal,
      may_go_on: row.may_go_on,
      milliseconds: row.milliseconds,
      output_bytes: row.output_bytes,
      error_output_bytes: row.error_output_bytes,
    })),
  };
}

/** Errors: `not_found` 404 */
export async function readOutput(
  results: Results,
  { id, result }: BodyOf<typeof scriptOutputCall>,
): Promise<ResultOf<typeof scriptOutputCall>> {
  const row = await requireRow(results.findOne({ _id: result, run: id }).lean());
  return { output: row.output, error_output: row.error_output };
}
