import type { Manifest, PublicRemote } from '@waypost/contract';
import type { PluginContribution } from '@waypost/sdk/platform';
import type { MenuEntry } from '../../services/catalogue.ts';
import type { Words } from '../../services/locale/texts.ts';
import type { PluginModels } from '../../storage/index.ts';
import { type InstalledPlugin, stampOf } from '../release/installed.ts';
import type { Breakers } from './breakers.ts';
import type { OutsideDefinition } from './outside-definition.ts';
import type { OwnProcesses } from './own-processes.ts';
import { type Route, routeKey } from './route.ts';
import { createScope, type Scope } from './scope.ts';

/** Finds the call that a request makes, and answers it. */
export interface CallApp {
  fetch(request: Request): Response | Promise<Response>;
}

/** One plugin in one generation: what it declared, and what still runs in it. */
export interface Activation {
  readonly id: string;
  readonly manifest: Manifest;
  readonly directory: string;
  readonly release: string;
  readonly source: InstalledPlugin['source'];
  readonly trust: InstalledPlugin['trust'];
  /** What it may use of the capabilities that it asks for. */
  readonly granted: ReadonlySet<string>;
  /** Release, trust and grants; another one is another activation. */
  readonly stamp: string;
  readonly models: PluginModels;
  readonly breakers: Breakers;
  /** Names of what it registered that others do not see by looking at the activation. */
  readonly declared: Record<'jobs' | 'schedules' | 'topics' | 'events' | 'services', Set<string>>;
  /** What it adds to places of others. */
  readonly contributed: Set<Omit<PluginContribution, 'plugin'>>;
  /** The process of an outside plugin. */
  child: OutsideDefinition['process'];
  /** Programs that it runs beside itself; undefined until it starts one. */
  processes: OwnProcesses | undefined;
  /** Number of its last migration. */
  migrations: number;
  /** Files of the remote that served before, for pages that are still open. */
  predecessor: { release: string; root: string } | undefined;
  readonly words: Words;
  /** What it declared: OpenAPI tells it, and `app` is made of it. */
  readonly routes: Set<Route>;
  /** Permission nodes that the plugin declared. */
  readonly permissions: Set<string>;
  readonly menus: Set<MenuEntry>;
  readonly scope: Scope;
  readonly remote: PublicRemote | undefined;
  /** Answers its calls; made of `routes` at the first of them, and again when they have changed. */
  app: CallApp | undefined;
  /** Aborted when calls in flight did not end within the time that a disposal gives them. */
  readonly ending: AbortController;
  enter(): void;
  leave(): void;
  /** Calls on their way. */
  calls(): number;
  /** Resolves when no call is in flight. */
  idle(): Promise<void>;
}

export function createActivation(options: {
  plugin: InstalledPlugin & { manifest: Manifest };
  words: Words;
  models: PluginModels;
  breakers: Breakers;
}): Activation {
  const { plugin } = options;
  const { manifest } = plugin;
  let inFlight = 0;
  let waiting: (() => void)[] = [];
  return {
    id: manifest.id,
    manifest,
    directory: plugin.directory,
    release: plugin.release,
    source: plugin.source,
    trust: plugin.trust,
    granted: plugin.granted,
    stamp: stampOf(plugin),
    models: options.models,
    breakers: options.breakers,
    declared: {
      jobs: new Set(),
      schedules: new Set(),
      topics: new Set(),
      events: new Set(),
      services: new Set(),
    },
    contributed: new Set(slotsOf(manifest)),
    child: undefined,
    processes: undefined,
    migrations: 0,
    predecessor: undefined,
    words: options.words,
    remote:
      manifest.remote === undefined
        ? undefined
        : {
            id: manifest.id,
            version: manifest.version,
            manifest: `/plugins/${manifest.id}/${plugin.release}/mf-manifest.json`,
            public_screens: manifest.public_screens ?? [],
          },
    routes: new Set(),
    permissions: new Set(),
    menus: new Set(),
    scope: createScope(),
    app: undefined,
    ending: new AbortController(),
    enter() {
      inFlight += 1;
    },
    leave() {
      inFlight -= 1;
      if (inFlight > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    calls: () => inFlight,
    idle() {
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Slots of others' pages that the remote fills: known from the manifest, before any of its code is loaded. */
function slotsOf(manifest: Manifest): Omit<PluginContribution, 'plugin'>[] {
  return (manifest.slots ?? []).map(({ slot, name, order }) => ({
    kind: 'slot',
    point: slot,
    name,
    order: order ?? 0,
  }));
}

/** A path takes it as it is. */
const CALL_NAME = /^[a-z][a-z0-9_-]*$/;

/**
 * Adds a route to an activation; undoing it takes the route away again.
 * @throws TypeError for a second one of the name, or for a name that no path can hold
 */
export function addRoute(activation: Activation, route: Route): () => void {
  const key = routeKey(route);
  if (!CALL_NAME.test(route.call))
    throw new TypeError(`call ${key}: expected small letters, digits, "_" and "-" after a letter`);
  if ([...activation.routes].some((other) => routeKey(other) === key))
    throw new TypeError(`call ${key} is registered twice`);
  activation.routes.add(route);
  activation.app = undefined;
  return () => {
    activation.routes.delete(route);
    activation.app = undefined;
  };
}
