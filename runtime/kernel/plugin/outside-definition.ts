import type { PluginDefinition } from '@waypost/sdk';

/** A plugin that runs in a process of its own, as runtime/outside answers it. */
export type OutsideDefinition = PluginDefinition & {
  process: OutsideFacts | undefined;
  /** Ends the process when `setup` was never called. */
  dispose(): Promise<void>;
};

interface OutsideFacts {
  facts(): {
    pid: number | undefined;
    rss_bytes: number | undefined;
    memory_limit_bytes: number;
    restarts: number;
    /** It took more than its share of the processor and is kept to it. */
    is_held_back: boolean;
    reason: string | undefined;
    containment: Readonly<Record<string, unknown>>;
  };
  /** Starts it again at once, whatever it waits for. */
  retry(): void;
}
