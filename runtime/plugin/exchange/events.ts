import type { Disposer } from '@waypost/sdk';

type Handler = (payload: unknown) => Promise<void> | void;

/** Events between plugins of one process. */
export interface EventBus {
  on(name: string, handler: Handler): Disposer;
  /** Runs every handler; one that throws is reported and keeps no other from running. */
  emit(name: string, payload: unknown): Promise<void>;
}

export function createEventBus(onError: (error: unknown, name: string) => void): EventBus {
  const handlers = new Map<string, Set<Handler>>();
  return {
    on(name, handler) {
      const set = handlers.get(name) ?? new Set();
      handlers.set(name, set);
      set.add(handler);
      return () => {
        set.delete(handler);
        if (set.size === 0 && handlers.get(name) === set) handlers.delete(name);
      };
    },
    async emit(name, payload) {
      const running = [...(handlers.get(name) ?? [])].map(async (handler) => handler(payload));
      for (const outcome of await Promise.allSettled(running))
        if (outcome.status === 'rejected') onError(outcome.reason, name);
    },
  };
}
