import type { Clock, Logger } from '@waypost/sdk';
import type { PluginFailed } from '@waypost/sdk/platform';
import type { StoreAccess } from '../../storage/index.ts';
import type { ProcessDocument, ServedPlugin } from '../store/processes.ts';

/** Tells others what this process serves. */
export interface ServedTelling {
  /** After a change: the store, open browsers, and whoever listens to failures. */
  tell(): Promise<void>;
  /** The store alone: that this process lives. */
  beat(): Promise<void>;
}

export function createServedTelling(options: {
  processId: string;
  served(): ServedPlugin[];
  generation(): number;
  isOver(): boolean;
  store: Pick<StoreAccess, 'isUp'>;
  processes: { tell(document: ProcessDocument): Promise<void> };
  /** Something that browsers show of plugins has changed. */
  announce(): void;
  /** A plugin has failed by itself; told once for each failure. */
  failed(failure: PluginFailed): void;
  clock: Clock;
  log: Logger;
}): ServedTelling {
  /** What browsers were told last. */
  let announced = '';
  let failing: ReadonlyMap<string, PluginFailed> = new Map();

  async function beat(): Promise<void> {
    if (options.isOver() || !options.store.isUp()) return;
    try {
      await options.processes.tell({
        _id: options.processId,
        generation: options.generation(),
        plugins: options.served(),
        seen_time: options.clock.date(),
      });
    } catch (error) {
      // Told again at the next heartbeat.
      options.log.debug({ error }, 'the store could not be told what is served');
    }
  }

  return {
    beat,
    async tell() {
      if (options.isOver()) return;
      const served = options.served();
      const shown = JSON.stringify(served.map(({ is_draining, ...rest }) => rest));
      if (shown !== announced) options.announce();
      announced = shown;
      const before = failing;
      failing = new Map(served.flatMap(failureIn));
      for (const [key, failure] of failing) if (!before.has(key)) options.failed(failure);
      await beat();
    },
  };
}

/** What failed without anybody's doing, by what makes it another failure; what waits for something else is none. */
function failureIn({ id, failure, version, mark }: ServedPlugin): [string, PluginFailed][] {
  if (failure?.kind !== 'process' && failure?.kind !== 'start') return [];
  const serving = failure.kind === 'process' ? null : version;
  const occasion = `${id} ${failure.version} ${failure.kind} ${mark ?? ''}`;
  return [[occasion, { ...failure, plugin: id, serving, occasion }]];
}
