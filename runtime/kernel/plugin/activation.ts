import type { Manifest } from '@waypost/contract';
import type { Remote } from '@waypost/sdk';
import type { Elysia } from 'elysia';
import type { MenuEntry } from '../../services/types.ts';
import type { Words } from '../locale/texts.ts';
import { type Route, routeKey } from './route.ts';
import { createScope, type Scope } from './scope.ts';

/** One plugin in one generation: what it declared, and what still runs in it. */
export interface Activation {
  readonly id: string;
  readonly manifest: Manifest;
  readonly directory: string;
  readonly words: Words;
  readonly routes: Map<string, Route>;
  /** Permission nodes that the plugin declared. */
  readonly permissions: Set<string>;
  readonly menus: Set<MenuEntry>;
  readonly scope: Scope;
  readonly remote: Remote | undefined;
  /** Router over `routes`; made when it becomes visible and again when they change. */
  app: Elysia | undefined;
  /** Aborted when calls in flight did not end within the time that a disposal gives them. */
  readonly ending: AbortController;
  enter(): void;
  leave(): void;
  /** Resolves when no call is in flight. */
  idle(): Promise<void>;
}

export function createActivation(options: {
  manifest: Manifest;
  directory: string;
  words: Words;
  remote: Remote | undefined;
}): Activation {
  let inFlight = 0;
  let waiting: (() => void)[] = [];
  return {
    id: options.manifest.id,
    manifest: options.manifest,
    directory: options.directory,
    words: options.words,
    remote: options.remote,
    routes: new Map(),
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
    idle() {
      if (inFlight === 0) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** Adds a route to an activation; undoing it takes the route away again. @throws TypeError for a foreign area or a second one of the name */
export function addRoute(activation: Activation, route: Route): () => void {
  const key = routeKey(route);
  if (!activation.manifest.areas.includes(route.area))
    throw new TypeError(`call ${key}: the area "${route.area}" is not in the manifest's areas`);
  if (activation.routes.has(key)) throw new TypeError(`call ${key} is registered twice`);
  activation.routes.set(key, route);
  activation.app = undefined;
  return () => {
    activation.routes.delete(key);
    activation.app = undefined;
  };
}
