import type { PluginAdministration, PluginOverview } from '@waypost/sdk/platform';
import { failureSentence } from '../../plugin/host/failure-sentence.ts';

/** How a plugin does after a command, for people and programs. */
export interface PluginOutcome {
  value: Pick<PluginOverview, 'state' | 'reason' | 'failure'>;
  /** Undefined: as it should be. */
  line: string | undefined;
}

/** Waits until a running product has done what the command asked for, or has failed at it. */
export async function outcomeOf(plugins: PluginAdministration, id: string): Promise<PluginOutcome> {
  const overview = await plugins.outcome(id);
  const { state, reason, failure } = overview;
  const value = { state, reason, failure };
  if (failure !== null) return { value, line: `${id} ${failureLine(overview)}` };
  if (state === 'starting')
    return { value, line: `${id} is still being started; "plugin list" says how it goes` };
  return { value, line: undefined };
}

/** `1.2.0 failed: it ended with exit code 7; 1.1.0 serves (in 1 of 2 processes)`; empty for one that did not. */
export function failureLine({ failure }: Pick<PluginOverview, 'failure'>): string {
  if (failure === null) return '';
  const { version, serving, processes, of } = failure;
  return [
    `${version} failed: ${failureSentence(failure)}`.trimStart(),
    ...(serving === null ? [] : [`; ${serving} serves`]),
    ...(processes.length > 0 && processes.length < of
      ? [` (in ${processes.length} of ${of} processes)`]
      : []),
  ].join('');
}
