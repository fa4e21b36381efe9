import { AppError, defineError } from '@waypost/contract';
import type { BeforeOptions, Disposer, RowEvent } from '@waypost/sdk';
import { within } from '../activation/time-limit.ts';

/** A handler before a change failed, and its plugin had said that the change then must not be made. */
export const hookFailed = defineError({ code: 'hook_failed', status: 503, params: ['plugin'] });

/** Longest that a handler before a change may take: a transaction is open meanwhile. */
const BEFORE_LIMIT_MS = 2_000;

export interface HookHandler {
  plugin: string;
  options?: BeforeOptions;
  run(event: RowEvent): Promise<void>;
}

/** Handlers of all active plugins, before and after changes of rows. */
export interface HookBus {
  before(name: string, handler: HookHandler): Disposer;
  after(name: string, handler: HookHandler): Disposer;
  /** Whether anybody listens: nothing is made for nobody. */
  isWatched(resource: string): boolean;
  /** @throws AppError what a handler refuses with; `hook_failed` 503 */
  runBefore(event: RowEvent): Promise<void>;
  /** Starts the handlers and does not wait for them. */
  runAfter(event: RowEvent): void;
}

/** `onFault`: a handler failed, and the change goes on. */
export function createHookBus(
  onFault: (fault: { plugin: string; name: string; error: unknown }) => void,
): HookBus {
  const before = new Map<string, HookHandler[]>();
  const after = new Map<string, HookHandler[]>();
  const watched = new Map<string, number>();

  const add = (handlers: Map<string, HookHandler[]>, name: string, handler: HookHandler): Disposer => {
    const resource = name.slice(0, name.lastIndexOf('.'));
    const list = [...(handlers.get(name) ?? []), handler];
    list.sort((a, b) => (b.options?.order ?? 0) - (a.options?.order ?? 0));
    handlers.set(name, list);
    watched.set(resource, (watched.get(resource) ?? 0) + 1);
    let isThere = true;
    return () => {
      if (!isThere) return;
      isThere = false;
      handlers.set(
        name,
        (handlers.get(name) ?? []).filter((other) => other !== handler),
      );
      watched.set(resource, (watched.get(resource) ?? 1) - 1);
    };
  };

  return {
    before: (name, handler) => add(before, name, handler),
    after: (name, handler) => add(after, name, handler),
    isWatched: (resource) => (watched.get(resource) ?? 0) > 0,
    async runBefore(event) {
      const name = `${event.resource}.${event.action}`;
      for (const { plugin, options, run } of before.get(name) ?? []) {
        const limit = Math.min(options?.timeLimitMs ?? BEFORE_LIMIT_MS, BEFORE_LIMIT_MS);
        try {
          await within(limit, `the handler before ${name}`, run(structuredClone(event)));
        } catch (error) {
          // What a plugin says on purpose is its veto; everything else is a fault of its own.
          if (error instanceof AppError && error.status < 500) throw error;
          onFault({ plugin, name, error });
          if (options?.onFailure === 'refuse') throw hookFailed.create({ plugin }, { cause: error });
        }
      }
    },
    runAfter(event) {
      const name = `${event.resource}.${event.action}`;
      for (const { plugin, run } of after.get(name) ?? [])
        run(structuredClone(event)).catch((error: unknown) => onFault({ plugin, name, error }));
    },
  };
}
