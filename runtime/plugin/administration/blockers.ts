import type { AppError } from '@waypost/contract';
import type { PluginBlocker, PluginChange } from '@waypost/sdk/platform';
import { type Candidates, type InstalledPlugin, missingCapabilities } from '../release/installed.ts';
import { findOffer } from '../release/requirements.ts';
import { pluginErrors } from './errors.ts';
import { dependentsOf, enabledPlugins, type Snapshot } from './facts.ts';

/** A reason to refuse a change, as a preview shows it and as a call answers it. */
export interface Blocked extends PluginBlocker {
  error: AppError;
}

/**
 * Everything that speaks against a change.
 * @param target the release that would serve afterwards
 * @param one undefined for a plugin that nobody chose yet
 */
export function blockersOf(
  change: PluginChange,
  target: InstalledPlugin | undefined,
  one: Candidates | undefined,
  snapshot: Snapshot,
  engineVersion: string,
): Blocked[] {
  const id = target?.id ?? one?.id ?? '';
  if (change.kind === 'disable' || change.kind === 'remove')
    return [...fixed(change, one, id), ...dependents(dependentsOf(snapshot, id))];
  if (target === undefined)
    return [{ code: 'not_installed', subject: id, error: pluginErrors.unknown.create({ plugin: id }) }];
  return [
    ...(target.problem === undefined || target.manifest !== undefined ? [] : [broken(target)]),
    ...engine(target, engineVersion),
    ...areas(target, snapshot),
    ...requirements(target, snapshot),
    ...services(target, snapshot),
    ...(change.kind === 'upgrade' ? brokenDependents(target, snapshot) : []),
    ...consent(target),
  ];
}

function fixed(change: PluginChange, one: Candidates | undefined, id: string): Blocked[] {
  if (one?.isRequired)
    return [{ code: 'required', subject: id, error: pluginErrors.required.create({ plugin: id }) }];
  if (change.kind === 'remove' && one?.chosen?.source === 'registry')
    return [{ code: 'in_registry', subject: id, error: pluginErrors.inRegistry.create({ plugin: id }) }];
  return [];
}

function dependents(ids: readonly string[]): Blocked[] {
  return ids.length === 0
    ? []
    : [
        {
          code: 'dependents',
          subject: ids.join(', '),
          error: pluginErrors.dependents.create({ plugins: ids.join(', ') }),
        },
      ];
}

/** Enabled plugins whose range the new version does not meet. */
function brokenDependents(target: InstalledPlugin, snapshot: Snapshot): Blocked[] {
  const version = target.manifest?.version ?? '';
  const before = enabledPlugins(snapshot);
  const after = before.map((plugin) => (plugin.id === target.id ? target : plugin));
  const losesService = (plugin: InstalledPlugin) =>
    Object.entries(plugin.manifest?.needs ?? {}).some(
      ([name, range]) =>
        findOffer(plugin.id, name, range, before).by?.id === target.id &&
        findOffer(plugin.id, name, range, after).problem !== undefined,
    );
  return dependents(
    snapshot.candidates
      .filter(({ isEnabled, chosen }) => {
        const range = chosen?.manifest?.requires?.[target.id];
        const isTooOld = range !== undefined && !Bun.semver.satisfies(version, range);
        return isEnabled && chosen !== undefined && (isTooOld || losesService(chosen));
      })
      .map(({ id }) => id),
  );
}

function broken(target: InstalledPlugin): Blocked {
  return {
    code: 'manifest',
    subject: target.problem ?? '',
    error: pluginErrors.requirement.create({ requirement: target.problem ?? '' }),
  };
}

function engine({ manifest }: InstalledPlugin, version: string): Blocked[] {
  const range = manifest?.engine ?? '*';
  return Bun.semver.satisfies(version, range)
    ? []
    : [{ code: 'engine', subject: range, error: pluginErrors.engine.create({ range, version }) }];
}

function areas(target: InstalledPlugin, snapshot: Snapshot): Blocked[] {
  const taken = (target.manifest?.areas ?? []).find((area) =>
    snapshot.candidates.some(
      ({ id, chosen }) => id !== target.id && (chosen?.manifest?.areas ?? []).includes(area),
    ),
  );
  return taken === undefined
    ? []
    : [{ code: 'area_taken', subject: taken, error: pluginErrors.areaTaken.create({ area: taken }) }];
}

function requirements({ manifest, id }: InstalledPlugin, snapshot: Snapshot): Blocked[] {
  return Object.entries(manifest?.requires ?? {}).flatMap(([other, range]) => {
    const required = snapshot.candidates.find((one) => one.id === other);
    const version = required?.chosen?.manifest?.version;
    const isCircle = required?.chosen?.manifest?.requires?.[id] !== undefined;
    if (
      !isCircle &&
      required?.isEnabled === true &&
      version !== undefined &&
      Bun.semver.satisfies(version, range)
    )
      return [];
    return [unmet(`${other} ${range}`)];
  });
}

/** Services that no enabled plugin offers in a version that fits. */
function services({ manifest, id }: InstalledPlugin, snapshot: Snapshot): Blocked[] {
  const others = enabledPlugins(snapshot);
  return Object.entries(manifest?.needs ?? {}).flatMap(([name, range]) =>
    findOffer(id, name, range, others).problem === undefined ? [] : [unmet(`${name} ${range}`)],
  );
}

const unmet = (requirement: string): Blocked => ({
  code: 'requirement',
  subject: requirement,
  error: pluginErrors.requirement.create({ requirement }),
});

function consent(target: InstalledPlugin): Blocked[] {
  const missing = missingCapabilities(target);
  return missing.length === 0
    ? []
    : [
        {
          code: 'consent',
          subject: missing.join(', '),
          error: pluginErrors.consent.create({ capabilities: missing.join(', ') }),
        },
      ];
}
