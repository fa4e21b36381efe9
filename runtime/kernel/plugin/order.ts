import type { InstalledPlugin } from './installed.ts';

/**
 * Usable plugins, each after those it requires; the others with the reason. A plugin that requires one that
 * is missing, of the wrong version, faulty itself or part of a circle cannot be used.
 */
export function dependencyOrder(installed: readonly InstalledPlugin[]): {
  order: InstalledPlugin[];
  problems: Map<InstalledPlugin, string>;
} {
  const order: InstalledPlugin[] = [];
  const problems = new Map<InstalledPlugin, string>();
  const usable = new Map(
    installed.filter((plugin) => plugin.problem === undefined).map((plugin) => [plugin.id, plugin]),
  );
  const visiting = new Set<InstalledPlugin>();

  const visit = (plugin: InstalledPlugin): string | undefined => {
    if (order.includes(plugin)) return undefined;
    const known = problems.get(plugin);
    if (known !== undefined) return known;
    if (visiting.has(plugin)) return 'they require each other';
    visiting.add(plugin);
    const problem = requirementProblem(plugin);
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

  for (const plugin of installed) {
    if (plugin.problem !== undefined) problems.set(plugin, plugin.problem);
    else visit(plugin);
  }
  return { order, problems };
}
