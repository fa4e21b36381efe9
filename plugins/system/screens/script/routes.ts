import type { PlatformContext } from '@waypost/sdk/platform';
import { openResults } from '../../machines/results.ts';
import { defineScriptRuns } from '../../machines/run-script.ts';
import { scriptCancelCall, scriptOutputCall, scriptResultsCall, scriptRunCall } from './calls.ts';
import { script, scriptRun } from './resource.ts';
import { bindScripts, cancel, readOutput, readResults, run } from './service.ts';

/** Mounts scripts and their runs. No role has it at first: who runs programs elsewhere is chosen by hand. */
export function mountScripts(context: PlatformContext): void {
  const results = openResults(context);
  context.resource(script, bindScripts(context));
  context.resource(scriptRun);
  context.menu(
    { route: 'script', parent: 'operations', sort: 38, icon: 'code-square' },
    'system.script:read',
    [
      ...['create', 'update', 'delete', 'run'].map((verb) => `system.script:${verb}`),
      'system.script_run:read',
      'system.server:read',
    ],
  );
  defineScriptRuns(context, results);
  context.call(scriptRunCall, (body, request) => run(context, results, body, request));
  context.call(scriptCancelCall, (body, request) => cancel(context, body, request));
  context.call(scriptResultsCall, (body) => readResults(results, body));
  context.call(scriptOutputCall, (body) => readOutput(results, body));
}
