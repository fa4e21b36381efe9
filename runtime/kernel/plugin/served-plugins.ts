import type { PluginState } from '@waypost/sdk';
import type { Activation } from './activation.ts';
import type { FailedReleases } from './failed-releases.ts';
import { type Candidates, stampOf } from './installed.ts';
import type { ServedPlugin } from './store/processes.ts';

/** What this process serves of each plugin, for the store. */
export function servedPlugins(facts: {
  candidates: readonly Candidates[];
  active(id: string): Activation | undefined;
  draining: readonly string[];
  isStarting(id: string): boolean;
  failures: FailedReleases;
}): ServedPlugin[] {
  const draining = new Set(facts.draining);
  const rows = facts.candidates.map((one): ServedPlugin => {
    const active = facts.active(one.id);
    const reason = reasonOf(one, active, facts.failures);
    return {
      id: one.id,
      release: active?.release ?? null,
      version: active?.manifest.version ?? null,
      is_draining: draining.has(one.id),
      state: facts.isStarting(one.id) ? 'starting' : stateOf(one, active !== undefined, reason),
      reason,
      quarantined: (active?.parts.list() ?? []).flatMap(({ part, reason: why, retry_time }) =>
        retry_time === null ? [] : [{ part, reason: why ?? '', retry_time }],
      ),
    };
  });
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...[...draining].filter((id) => !known.has(id)).map(ending)];
}

function ending(id: string): ServedPlugin {
  return {
    id,
    release: null,
    version: null,
    is_draining: true,
    state: 'disabled',
    reason: null,
    quarantined: [],
  };
}

function reasonOf(one: Candidates, active: Activation | undefined, failures: FailedReleases): string | null {
  const { chosen, isEnabled, missing } = one;
  if (chosen === undefined) return isEnabled ? 'its release is not in the store' : null;
  if (chosen.problem !== undefined) return chosen.problem;
  if (!isEnabled) return null;
  if (missing.length > 0) return `waits for consent to ${missing.join(', ')}`;
  return active?.stamp === stampOf(chosen) ? null : (failures.of(chosen)?.reason ?? null);
}

function stateOf(one: Candidates, isActive: boolean, reason: string | null): PluginState {
  if (one.isEnabled && one.missing.length > 0 && one.chosen?.problem === undefined) return 'waiting';
  if (reason !== null) return 'failed';
  return isActive ? 'active' : 'disabled';
}
