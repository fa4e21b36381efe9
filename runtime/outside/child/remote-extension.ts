import type { SettingsForm, VisitRuleKind } from '@waypost/contract';
import type { BeforeOptions, Contributed, Contribution, ExtensionPoint, RowEvent } from '@waypost/sdk';
import { z } from 'zod';
import type { ContextGround, GroundExtension } from '../../plugin/context/ground.ts';
import type { OwnNames } from '../../plugin/context/own-names.ts';
import type { Peer } from '../channel/peer.ts';
import { reviveContribution } from '../contribution.ts';
import { added } from './added.ts';

type HookHandler = (event: RowEvent) => Promise<void> | void;

/** What the plugin adds to others, and the host calls back. */
export interface ExtensionHandlers {
  /** By a number: several may take part in one change. */
  hooks: Map<
    number,
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

/** How the plugin extends others from its own process; handlers stay here, everything else is the host's. */
export function createRemoteExtension(options: {
  peer: Peer;
  handlers: ExtensionHandlers;
  requireOwn: OwnNames['require'];
  changed(): void;
}): Pick<ContextGround, 'extension' | 'rowHooks'> {
  const { peer } = options;
  return {
    extension: {
      hooks: remoteHooks(options),
      points: remotePoints(options),
      visitRules: remoteRules(options),
      settings: remoteSettings(options),
    },
    /** Changes of rows are made here; those who take part in them are the host's to ask. */
    rowHooks: {
      isWatched: () => true,
      runBefore: async (event) => void (await peer.ask('hooks.before', event)),
      runAfter: (event) => peer.tell('hooks.after', event),
    },
  };
}

type Remote = Parameters<typeof createRemoteExtension>[0];

function remoteHooks({ handlers, changed }: Remote): GroundExtension['hooks'] {
  let last = 0;
  const hook = (kind: 'before' | 'after') => (name: string, handler: HookHandler, given?: BeforeOptions) => {
    last += 1;
    const one = { kind, name, handler, options: given };
    return added({ changed }, handlers.hooks, last, one, 'hook');
  };
  return { before: hook('before'), after: hook('after') };
}

function remotePoints({ peer, handlers, changed, requireOwn }: Remote): GroundExtension['points'] {
  return {
    offer: (point) => added({ changed }, handlers.points, point.name, point, 'point'),
    contribute(point, range, name, contribution) {
      const one = { point, range, name, contribution };
      return added({ changed }, handlers.contributions, `${point} ${name}`, one, 'contribution');
    },
    /** The functions of others are called with whatever the caller says: from here only through a point of one's own. */
    async contributions<T extends Contribution>(point: string) {
      requireOwn('point', point);
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
  };
}

function remoteRules({ peer, handlers, changed }: Remote): GroundExtension['visitRules'] {
  return {
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
  };
}

function remoteSettings({ peer, handlers, changed }: Remote): GroundExtension['settings'] {
  const read = async () => zValues.parse(await peer.ask('settings.read', null));
  return {
    declare(form) {
      handlers.settings = form;
      changed();
      return () => {
        if (handlers.settings === form) handlers.settings = undefined;
        changed();
      };
    },
    read,
    onChange(listener) {
      const kept = async () => listener(await read());
      handlers.settingsListeners.add(kept);
      return () => void handlers.settingsListeners.delete(kept);
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

const zHook = z.object({ id: z.int(), event: z.record(z.string(), z.unknown()) });
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
      const { id, event } = zHook.parse(params);
      await handlers.hooks.get(id)?.handler(event as unknown as RowEvent);
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
