import type { RoleState } from '../../process/readiness.ts';
import type { Generation } from '../activation/generation.ts';
import type { ServedPlugin } from '../store/processes.ts';

/** Ids of plugins that this process cannot serve until an administrator has them tried again. */
export function failedPlugins(served: readonly ServedPlugin[]): string[] {
  return served
    .filter(({ failure }) => failure?.kind === 'process' || failure?.kind === 'start')
    .map(({ id }) => id);
}

/** What `/readyz` says of them to whoever watches: how many. Which ones is for those who may see the plugins screen. */
export function failedWarning(served: readonly ServedPlugin[]): Pick<RoleState, 'warning' | 'detail'> {
  const { length } = failedPlugins(served);
  return length === 0 ? {} : { warning: 'plugins_failed', detail: { failed_plugins: length } };
}

/** What `/metrics` says of plugins. */
export function pluginFigures(
  { number, activations }: Pick<Generation, 'number' | 'activations'>,
  served: readonly ServedPlugin[],
): Record<string, number> {
  return {
    plugin_generation: number,
    plugins_active: activations.size,
    plugins_failed: failedPlugins(served).length,
  };
}
