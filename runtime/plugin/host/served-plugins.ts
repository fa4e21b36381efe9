import type { PluginState } from '@waypost/sdk/platform';
import type { Activation } from '../activation/activation.ts';
import { type Candidates, stampOf } from '../release/installed.ts';
import type { ServedFailure, ServedPlugin } from '../store/processes.ts';
import type { FailedReleases } from './failed-releases.ts';
import { failureSentence } from './failure-sentence.ts';

/** What this process serves of each plugin, for the store. */
export function servedPlugins(facts: {
  candidates: readonly Candidates[];
  active(id: string): Activation | undefined;
  draining: readonly string[];
  isStarting(id: string): boolean;
  failures: FailedReleases;
  /** Mark of the state that was brought in line last. */
  markOf(id: string): string | null;
}): ServedPlugin[] {
  const draining = new Set(facts.draining);
  const rows = facts.candidates.map((one): ServedPlugin => {
    const active = facts.active(one.id);
    const failure = failureOf(one, active, facts.failures);
    const isStarting = facts.isStarting(one.id) || active?.child?.facts().state === 'restarting';
    return {
      id: one.id,
      release: active?.release ?? null,
      version: active?.manifest.version ?? null,
      is_draining: draining.has(one.id),
      state: isStarting ? 'starting' : stateOf(one, active !== undefined, failure),
      reason: failure === null ? (waitingReason(one) ?? programReason(active)) : failureSentence(failure),
      failure: isStarting ? null : failure,
      mark: facts.markOf(one.id),
      quarantined: (active?.breakers.list() ?? []).flatMap(({ part, reason: why, retry_time }) =>
        retry_time === null ? [] : [{ part, reason: why ?? '', retry_time }],
      ),
    };
  });
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...[...draining].filter((id) => !known.has(id)).map(ending)];
}

/** A program of its own that does not run keeps the plugin from nothing; somebody has to look at it all the same. */
function programReason(active: Activation | undefined): string | null {
  const ended = (active?.processes?.facts() ?? []).filter(
    ({ state, reason }) => state !== 'running' && reason !== undefined,
  );
  if (ended.length === 0) return null;
  return ended.map(({ name, reason }) => `its program ${name} does not run: ${reason}`).join('; ');
}

function ending(id: string): ServedPlugin {
  return {
    id,
    release: null,
    version: null,
    is_draining: true,
    state: 'disabled',
    reason: null,
    failure: null,
    mark: null,
    quarantined: [],
  };
}

function failureOf(
  one: Candidates,
  active: Activation | undefined,
  failures: FailedReleases,
): ServedFailure | null {
  const { chosen, isEnabled, missing } = one;
  if (chosen === undefined)
    return isEnabled ? { kind: 'release', version: '', reason: 'its release is not in the store' } : null;
  const version = chosen.manifest?.version ?? '';
  if (chosen.problem !== undefined) return { kind: 'release', version, reason: chosen.problem };
  if (!isEnabled) return null;
  const child = active?.child?.facts();
  // Also of what goes on in the place of a release that failed or waits: it is what people call.
  if (active !== undefined && child?.state === 'failed')
    return {
      kind: 'process',
      version: active.manifest.version,
      reason: child.reason ?? 'for no known reason',
    };
  if (missing.length > 0 || active?.stamp === stampOf(chosen)) return null;
  const failed = failures.of(chosen);
  if (failed === undefined) return null;
  return { kind: failed.isWaiting ? 'requirement' : 'start', version, reason: failed.reason };
}

function waitingReason({ chosen, isEnabled, missing }: Candidates): string | null {
  return chosen !== undefined && isEnabled && missing.length > 0
    ? `waits for consent to ${missing.join(', ')}`
    : null;
}

function stateOf(one: Candidates, isActive: boolean, failure: ServedFailure | null): PluginState {
  const isWaiting = one.isEnabled && one.missing.length > 0 && one.chosen?.problem === undefined;
  if (isWaiting && failure === null) return 'waiting';
  if (failure !== null) return 'failed';
  return isActive ? 'active' : 'disabled';
}
