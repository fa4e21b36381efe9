import type { Disposer, PluginContext } from '@waypost/sdk';

/** Least time between two events of one audience, milliseconds: nobody reads figures faster. */
const PAUSE_MS = 500;

export interface PushOptions {
  context: PluginContext;
  topic: string;
  audience: string;
  /** What the event says; undefined: nothing that the last one did not say. */
  read(): Promise<unknown>;
  /** Also pushes after so many milliseconds without an aggregation: for what changes by passing time. */
  beatMs?: number;
}

/** Publishes what `read` answers soon after each aggregation, one reading at a time. Undone when nobody follows any more. */
export function pushAfterAggregation({ context, topic, audience, read, beatMs }: PushOptions): Disposer {
  let isOver = false;
  let isBusy = false;
  let isDue = false;

  async function push(): Promise<void> {
    if (isBusy) {
      isDue = true;
      return;
    }
    isBusy = true;
    do {
      isDue = false;
      try {
        const data = await read();
        if (!isOver && data !== undefined) context.realtime.publish(topic, data, audience);
      } catch (error) {
        // The store is away: the next aggregation, which needs it, too, pushes again.
        context.log.warn({ topic, error }, 'an event could not be read');
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    } while (isDue && !isOver);
    isBusy = false;
  }

  const stopFollowing = context.visits.onAggregated(() => void push());
  const beat = beatMs === undefined ? undefined : setInterval(() => void push(), beatMs);
  void push();
  return () => {
    isOver = true;
    clearInterval(beat);
    return stopFollowing();
  };
}
