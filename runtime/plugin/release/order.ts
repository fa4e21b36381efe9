import type { InstalledPlugin } from './installed.ts';
import { findOffer, requiredPlugins } from './requirements.ts';

/**
 * Usable plugins, each after those it requires and after those whose services it needs; the others with the reason. A
 * plugin that requires one that is missing, of the wrong version, faulty itself or part of a circle cannot be used.
 */
export function dependencyOrder(installed: readonly InstalledPlugin[]): {
  order: InstalledPlugin[];
  problems: Map<InstalledPlugin, string>;
} {
  const order: InstalledPlugin[] = [];
  const problems = new Map<InstalledPlugin, string>();
  const sound = installed.filter((plugin) => plugin.problem === undefined);
  const usable = new Map(sound.map((plugin) => [plugin.id, plugin]));
  const visiting = new Set<InstalledPlugin>();

  const visit = (plugin: InstalledPlugin): string | undefined => {
    if (order.includes(plugin)) return undefined;
    const known = problems.get(plugin);
    if (known !== undefined) return known;
    if (visiting.has(plugin)) return 'they require each other';
    visiting.add(plugin);
    const problem = requirementProblem(plugin) ?? serviceProblem(plugin);
    visiting.delete(plugin);
    if (problem === undefined) order.push(plugin);
    else problems.set(plugin, problem);
    return problem;
  };

  const requirementProblem = (plugin: InstalledPlugin): string | undefined => {
    for (const [id, range] of Object.entries(plugin.manifest?.requires ?? {})) {
      const required = usable.get(id);
      if (required?.manifest === undefined) return `requires ${id}, which is not installed`;
      if (!Bun.semver.satisfies(required.manifest.version, range))
        return `requires ${id} ${range}, installed is ${required.manifest.version}`;
      const problem = visit(required);
      if (problem !== undefined) return `requires ${id}, which cannot be used: ${problem}`;
    }
    return undefined;
  };

  const serviceProblem = (plugin: InstalledPlugin): string | undefined => {
    for (const [name, range] of Object.entries(plugin.manifest?.needs ?? {})) {
      const offer = findOffer(plugin.id, name, range, sound);
      if (offer.problem !== undefined) return offer.problem;
      const problem = offer.by === undefined ? undefined : visit(offer.by);
      if (problem !== undefined)
        return `needs the service ${name} of ${offer.by?.id}, which cannot be used: ${problem}`;
    }
    return undefined;
  };

  for (const plugin of installed) {
    if (plugin.problem !== undefined) problems.set(plugin, plugin.problem);
    else visit(plugin);
  }
  return { order, problems };
}

/**
 * What is to serve and can, each after what it requires.
 * @param targets what is switched on
 * @param resting what is installed and switched off
 * @param refuse is told of each target that has to wait, and why
 */
export function orderTargets(
  targets: ReadonlyMap<string, InstalledPlugin>,
  resting: readonly InstalledPlugin[],
  refuse: (plugin: InstalledPlugin, reason: string) => void,
): InstalledPlugin[] {
  // What is switched on goes first: a service that two offer is taken from the one that is on.
  const all = [...targets.values(), ...resting];
  const { order, problems } = dependencyOrder(all);
  for (const [plugin, reason] of problems)
    if (plugin.problem === undefined && targets.get(plugin.id) === plugin) refuse(plugin, reason);
  const wanted = new Set<string>();
  return order.filter((plugin) => {
    if (targets.get(plugin.id) !== plugin) return false;
    const missing = requiredPlugins(plugin, all).find(({ id }) => !wanted.has(id));
    if (missing === undefined) wanted.add(plugin.id);
    else refuse(plugin, `${missing.what}, which is not active`);
    return missing === undefined;
  });
}
