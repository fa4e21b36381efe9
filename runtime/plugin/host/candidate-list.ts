import { type Candidates, type InstalledPlugin, resolveCandidates } from '../release/installed.ts';
import type { ReleaseFiles } from '../release/release-files.ts';
import type { ReleaseDocument, Releases } from '../store/releases.ts';
import type { PluginStates } from '../store/states.ts';
import type { SwitchedStates } from './switch-snapshot.ts';

/** What is installed and switched on, as this process saw it last. */
export interface CandidateList {
  all(): readonly Candidates[];
  /** Whether a plugin is switched on, be it active or not. Asked once a visit. */
  isEnabled(id: string): boolean;
  enabled(): ReadonlySet<string>;
  /** Areas of everything that is installed, to the plugin's id. */
  areas(): ReadonlyMap<string, string>;
  /** Takes over what the store says. */
  read(states: PluginStates): Promise<void>;
  /** Keeps what is switched on for a start without the store. */
  saveSwitches(): Promise<void>;
}

export interface CandidateListOptions {
  /** Plugins of registry.json. */
  registry: readonly InstalledPlugin[];
  engineVersion: string;
  files: Pick<ReleaseFiles, 'directoryOf'>;
  isTrustedKey(key: string): boolean;
  /** What was switched when this process last saw the store. */
  knownStates: SwitchedStates;
  saveStates(states: SwitchedStates): Promise<void>;
  releases: Pick<Releases, 'find'>;
}

export function createCandidateList(options: CandidateListOptions): CandidateList {
  const resolve = (states: PluginStates, releases: ReadonlyMap<string, ReleaseDocument>) =>
    resolveCandidates({
      registry: options.registry,
      engineVersion: options.engineVersion,
      directoryOf: options.files.directoryOf,
      isTrustedKey: options.isTrustedKey,
      states,
      releases,
    });
  let candidates = resolve(new Map(), new Map());
  let enabled = enabledAtStart(candidates, options.knownStates);
  let saved: SwitchedStates = options.knownStates;

  return {
    all: () => candidates,
    isEnabled: (id) => enabled.has(id),
    enabled: () => enabled,
    areas: () => areasOf(candidates),
    async read(states) {
      candidates = resolve(states, await releasesIn(states, options.releases));
      enabled = new Set(candidates.filter(({ isEnabled }) => isEnabled).map(({ id }) => id));
    },
    async saveSwitches() {
      const switched = new Map(candidates.map(({ id, isEnabled }) => [id, isEnabled]));
      if (Bun.deepEquals(switched, saved)) return;
      await options.saveStates(switched);
      saved = switched;
    },
  };
}

/** Before the store was reached. */
function enabledAtStart(candidates: readonly Candidates[], known: SwitchedStates): Set<string> {
  const isOn = ({ id, isEnabled, isRequired }: Candidates) => isRequired || (known.get(id) ?? isEnabled);
  return new Set([
    ...candidates.filter(isOn).map(({ id }) => id),
    ...[...known].flatMap(([id, isSwitchedOn]) => (isSwitchedOn ? [id] : [])),
  ]);
}

async function releasesIn(
  states: PluginStates,
  releases: CandidateListOptions['releases'],
): Promise<Map<string, ReleaseDocument>> {
  const found = new Map<string, ReleaseDocument>();
  for (const state of states.values())
    for (const choice of [state.chosen, state.previous]) {
      const document = choice ? await releases.find(state._id, choice.release) : undefined;
      if (document !== undefined) found.set(document._id, document);
    }
  return found;
}

function areasOf(candidates: readonly Candidates[]): ReadonlyMap<string, string> {
  return new Map(
    candidates.flatMap(({ id, chosen }) =>
      (chosen?.manifest?.areas ?? []).map((area) => [area, id] as const),
    ),
  );
}
