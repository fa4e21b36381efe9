import type { Disposer, PluginDefinition } from '@waypost/sdk';

/** A plugin that runs in a process of its own, as runtime/outside answers it. */
export type OutsideDefinition = PluginDefinition & {
  process: OutsideFacts | undefined;
  /** Ends the process when `setup` was never called. */
  dispose(): Promise<void>;
};

export interface OutsideFacts {
  facts(): {
    /** `failed`: it ended too often and is not started any more by itself. */
    state: 'running' | 'restarting' | 'failed' | 'ended';
    pid: number | undefined;
    rss_bytes: number | undefined;
    memory_limit_bytes: number;
    restarts: number;
    /** It took more than its share of the processor and is kept to it. */
    is_held_back: boolean;
    reason: string | undefined;
    containment: Readonly<Record<string, unknown>>;
  };
  /** Starts it again after it was given up. */
  retry(): void;
  /** Calls `listener` at each change of its state. */
  onChange(listener: () => void): Disposer;
}

/** Waits until a process that is being started runs or was given up, or the limit is over. */
export async function restarted(process: OutsideFacts | undefined, limitMs: number): Promise<void> {
  if (process === undefined || process.facts().state !== 'restarting') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = process.onChange(() => process.facts().state !== 'restarting' && resolve());
  const timer = setTimeout(resolve, limitMs);
  await promise;
  clearTimeout(timer);
  await stop();
}
