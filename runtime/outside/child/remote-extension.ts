import {
  type SettingsDefinition,
  type SettingsForm,
  type SettingsOf,
  settingsForm,
  settingsValues,
  type VisitRuleKind,
} from '@waypost/contract';
import type {
  BeforeOptions,
  Contributed,
  Contribution,
  Disposer,
  ExtensionPoint,
  PluginContext,
  RowEvent,
} from '@waypost/sdk';
import { z } from 'zod';
import type { MountedResource } from '../../plugin/resource/mounted-resource.ts';
import type { Peer } from '../channel/peer.ts';
import { reviveContribution } from '../contribution.ts';

type HookHandler = (event: RowEvent) => Promise<void> | void;

/** What the plugin adds to others, and the host calls back. */
export interface ExtensionHandlers {
  /** By `<kind> <name>`. */
  hooks: Map<
    string,
    { kind: 'before' | 'after'; name: string; options: BeforeOptions | undefined; handler: HookHandler }
  >;
  ruleKinds: Set<VisitRuleKind>;
  points: Map<string, ExtensionPoint>;
  /** By `<point> <name>`. */
  contributions: Map<string, { point: string; range: string; name: string; contribution: Contribution }>;
  settings: SettingsForm | undefined;
  settingsListeners: Set<() => Promise<void>>;
}

export function createExtensionHandlers(): ExtensionHandlers {
  return {
    hooks: new Map(),
    ruleKinds: new Set(),
    points: new Map(),
    contributions: new Map(),
    settings: undefined,
    settingsListeners: new Set(),
  };
}

const zValues = z.record(z.string(), z.unknown());
const zContributed = z.array(
  z.object({
    plugin: z.string(),
    name: z.string(),
    values: z.record(z.string(), z.unknown()),
    methods: z.array(z.string()),
  }),
);

/** Parts of the context by which plugins extend each other; handlers stay here, everything else is the host's. */
export function createRemoteExtension(options: {
  peer: Peer;
  handlers: ExtensionHandlers;
  plugin: string;
  changed(): void;
}): Pick<PluginContext, 'hooks' | 'points' | 'visitRules' | 'settings'> & {
  rowHooks: MountedResource['hooks'];
} {
  const { changed, handlers, peer } = options;

  const added = <V>(map: Map<string, V>, key: string, value: V, what: string): Disposer => {
    if (map.has(key)) throw new TypeError(`${what} ${key} is registered twice`);
    map.set(key, value);
    changed();
    return () => {
      if (map.get(key) === value) map.delete(key);
      changed();
    };
  };
  const hook = (kind: 'before' | 'after') => (name: string, handler: HookHandler, given?: BeforeOptions) =>
    added(handlers.hooks, `${kind} ${name}`, { kind, name, handler, options: given }, 'hook');

  return {
    hooks: { before: hook('before'), after: hook('after') },
    points: {
      offer: (point) => added(handlers.points, point.name, point, 'point'),
      contribute: (point, range, name, contribution) =>
        added(
          handlers.contributions,
          `${point} ${name}`,
          { point, range, name, contribution },
          'contribution',
        ),
      async contributions<T extends Contribution>(point: string) {
        const found = zContributed.parse(await peer.ask('points.contributions', { point }));
        const revived = found.map(({ plugin, name, values, methods }) => ({
          plugin,
          name,
          contribution: reviveContribution({ values, methods }, (method, given) =>
            peer.ask('points.call', { point, name, method, given }),
          ),
        }));
        return revived.filter(({ contribution }) =>
          fits(handlers.points.get(point), contribution),
        ) as never as Contributed<T>[];
      },
    },
    visitRules: {
      kind(kind) {
        handlers.ruleKinds.add(kind);
        changed();
        return () => {
          handlers.ruleKinds.delete(kind);
          changed();
        };
      },
      kinds: async () => (await peer.ask('rules.kinds', null)) as VisitRuleKind[],
      fill: async (kind, parameters) => (await peer.ask('rules.fill', { kind, parameters })) as never,
    },
    settings<D extends SettingsDefinition>(definition: D) {
      handlers.settings = settingsForm(definition);
      changed();
      const get = async () =>
        settingsValues(definition, zValues.parse(await peer.ask('settings.read', null)));
      return {
        get,
        onChange(listener: (values: SettingsOf<D>) => Promise<void> | void) {
          const kept = async () => listener(await get());
          handlers.settingsListeners.add(kept);
          return () => void handlers.settingsListeners.delete(kept);
        },
      };
    },
    /** Changes of rows are made here; those who take part in them are the host's to ask. */
    rowHooks: {
      isWatched: () => true,
      runBefore: async (event) => void (await peer.ask('hooks.before', event)),
      runAfter: (event) => peer.tell('hooks.after', event),
    },
  };
}

/** A point that this plugin offers checks here what it is handed. */
function fits(point: ExtensionPoint | undefined, contribution: Contribution): boolean {
  try {
    point?.check(contribution);
    return true;
  } catch {
    // The host's registry tells of contributions that no check in another process can be run on.
    return false;
  }
}

const zHook = z.object({ kind: z.enum(['before', 'after']), event: z.record(z.string(), z.unknown()) });
const zContribution = z.object({
  point: z.string(),
  name: z.string(),
  method: z.string(),
  given: z.array(z.unknown()),
});

/** What the host asks of these parts. */
export function extensionAnswers(
  handlers: ExtensionHandlers,
): Readonly<Record<string, (params: unknown) => Promise<unknown>>> {
  return {
    async hook(params) {
      const { kind, event } = zHook.parse(params);
      const change = event as unknown as RowEvent;
      await handlers.hooks.get(`${kind} ${change.resource}.${change.action}`)?.handler(change);
      return null;
    },
    async contribution(params) {
      const { point, name, method, given } = zContribution.parse(params);
      const found = handlers.contributions.get(`${point} ${name}`)?.contribution;
      const run = found !== undefined && Object.hasOwn(found, method) ? found[method] : undefined;
      if (typeof run !== 'function') throw new TypeError(`${name} has no method ${method}`);
      return ((await Reflect.apply(run, found, given)) as unknown) ?? null;
    },
    async 'settings.changed'() {
      for (const listener of handlers.settingsListeners) await listener();
      return null;
    },
  };
}
