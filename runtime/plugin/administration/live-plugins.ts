import type { PluginContribution } from '@waypost/sdk/platform';
import type { Activation } from '../activation/activation.ts';
import type { Generations } from '../activation/generations.ts';
import { readSurface } from '../activation/surface.ts';
import type { PluginSettings } from '../extension/plugin-settings.ts';
import type { LivePlugins } from './facts.ts';

/** What administration asks of the process that it runs in. */
export function createLivePlugins(options: {
  processId: string;
  generations: Generations;
  reconcile(id: string): Promise<void>;
  /** Channels that follow topics whose name begins with a prefix. */
  followers(prefix: string): number;
  settings: PluginSettings;
  requireCode: LivePlugins['requireCode'];
}): LivePlugins {
  const active = (id: string): Activation | undefined => options.generations.current().activations.get(id);
  return {
    processId: options.processId,
    reconcile: options.reconcile,
    health(id) {
      const activation = active(id);
      if (activation === undefined) return undefined;
      const child = activation.child?.facts();
      return {
        parts: activation.breakers.list(),
        own_processes: (activation.processes?.facts() ?? []).map((one) => ({
          name: one.name,
          state: one.state,
          reason: one.reason ?? null,
          pid: one.pid ?? null,
          memory: one.rss_bytes ?? null,
          memory_limit: one.memory_limit_bytes,
          restarts: one.restarts,
        })),
        child:
          child === undefined
            ? null
            : {
                state: child.state,
                reason: child.reason ?? null,
                pid: child.pid ?? null,
                memory: child.rss_bytes ?? null,
                restarts: child.restarts,
                containment: Object.fromEntries(
                  Object.entries({
                    ...child.containment,
                    memory_limit_bytes: child.memory_limit_bytes,
                    processor: child.is_held_back ? 'held_back' : 'free',
                  }).map(([name, value]) => [name, String(value)]),
                ),
              },
      };
    },
    settings: options.settings,
    requireCode: options.requireCode,
    open: (id) => ({ calls: active(id)?.calls() ?? 0, channels: options.followers(`${id}.`) }),
    async surface(id) {
      const activation = active(id);
      return activation === undefined ? undefined : readSurface(activation);
    },
    contributions: () =>
      [...options.generations.current().activations.values()].flatMap(contributionsOf).sort(byPlace),
  };
}

function contributionsOf(activation: Activation): PluginContribution[] {
  const plugin = activation.id;
  const one = (kind: string, point: string, name: string, order: number | null = null) => ({
    kind,
    point,
    plugin,
    name,
    order,
  });
  return [
    ...[...activation.menus].map(({ place }) =>
      one('menu', place.parent ?? '', place.route, place.sort ?? null),
    ),
    ...[...activation.declared.events].map((event) => one('event', event, event)),
    ...[...activation.declared.services].map((service) => one('service', service, service)),
    ...[...activation.declared.topics].map((topic) => one('topic', topic, topic)),
    ...[...activation.contributed].map((contribution) => ({ ...contribution, plugin })),
  ];
}

function byPlace(a: PluginContribution, b: PluginContribution): number {
  const key = (one: PluginContribution) => `${one.kind} ${one.point}`;
  if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
  return (b.order ?? 0) - (a.order ?? 0) || (a.plugin < b.plugin ? -1 : 1);
}
