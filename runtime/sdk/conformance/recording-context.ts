import type { CallDefinition, Manifest, MenuPlace, Resource } from '@waypost/contract';
import type { PluginContext } from '../context.ts';
import type { Disposer } from '../ground.ts';

/** What a plugin's setup has registered. */
export interface Recording {
  context: PluginContext;
  calls: Set<CallDefinition>;
  resources: Set<Resource>;
  menus: Set<MenuPlace>;
  permissions: Set<string>;
  topics: Set<string>;
  services: Set<string>;
  /** Parts of the context that were used and that the manifest does not ask for. */
  unasked: Set<string>;
  /** Undoes everything, last first, as the kernel does at the end of a plugin's scope. */
  dispose(): Promise<void>;
}

/** Parts of the context that need a capability, and which. */
const GUARDED: Readonly<Record<string, readonly string[]>> = {
  visits: ['visits:read', 'visits:publish'],
  identity: ['identity'],
  plugins: ['platform'],
  jobs: ['jobs'],
  internet: ['internet:fetch', 'internet:dns', 'internet:tls'],
};

/**
 * A context that keeps what a plugin registers and does nothing else: no store, no network, no other plugins. What it
 * is asked for answers with something empty.
 * @param now milliseconds since 1970, what the plugin's clock says
 */
export function createRecordingContext(manifest: Manifest, now = 0): Recording {
  const disposers: Disposer[] = [];
  const recording = {
    calls: new Set<CallDefinition>(),
    resources: new Set<Resource>(),
    menus: new Set<MenuPlace>(),
    permissions: new Set<string>(),
    topics: new Set<string>(),
    services: new Set<string>(),
    unasked: new Set<string>(),
  };
  const keep = <T>(set: Set<T>, value: T): Disposer => {
    set.add(value);
    const undo = () => void set.delete(value);
    disposers.push(undo);
    return undo;
  };
  const known: Record<string, unknown> = {
    id: manifest.id,
    version: manifest.version,
    clock: { now: () => now, date: () => new Date(now) },
    random: { bytes: (length: number) => new Uint8Array(length), number: () => 0.5 },
    platform: { timeZone: 'UTC', publicUrl: 'http://127.0.0.1', systemTitle: 'Waypost', isProduction: false },
    resource: (resource: Resource) => {
      if (resource.menu) keep(recording.menus, resource.menu);
      for (const node of resource.permissions) keep(recording.permissions, node);
      return keep(recording.resources, resource);
    },
    call: (definition: CallDefinition) => {
      if ('permission' in definition.access) keep(recording.permissions, definition.access.permission);
      return keep(recording.calls, definition);
    },
    menu: (place: MenuPlace, permission: string) => {
      keep(recording.permissions, permission);
      return keep(recording.menus, place);
    },
    permission: (node: string) => keep(recording.permissions, node),
    realtime: { topic: (name: string) => keep(recording.topics, name), publish: () => undefined },
    transaction: (work: (session: unknown) => unknown) => work(inert()),
    provide: (name: string) => keep(recording.services, name),
    require: () => undefined,
    onDispose: (disposer: Disposer) => void disposers.push(disposer),
  };
  const context = new Proxy(known, {
    get(target, name) {
      if (typeof name === 'symbol') return undefined;
      const wanted = GUARDED[name];
      if (
        wanted &&
        !wanted.some((capability) => manifest.capabilities?.some((asked) => asked === capability))
      )
        recording.unasked.add(name);
      return name in target ? target[name] : inert();
    },
  }) as unknown as PluginContext;
  return {
    context,
    ...recording,
    async dispose() {
      for (const disposer of disposers.splice(0).reverse()) await disposer();
    },
  };
}

/** Can be called, read and awaited to any depth, and holds nothing. */
function inert(): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => {
      if (name === 'then' || name === Symbol.toPrimitive) return undefined;
      if (name === Symbol.iterator) return () => [][Symbol.iterator]();
      if (name === Symbol.asyncIterator) return async function* () {};
      return inert();
    },
    apply: () => inert(),
    construct: () => inert() as object,
  });
}
