import type { OperationDefinition } from '@waypost/sdk';
import type { z } from 'zod';
import type { OperationDocument } from './document.ts';
import { type RunOptions, runOperation, tellUnfinished } from './run-operation.ts';
import { RunStopped } from './run-stopped.ts';

/** A kind of operation that a plugin has defined. */
export interface Kind {
  definition: OperationDefinition<z.ZodType>;
  ending: AbortController;
}

/** The operations that run in this process. */
export interface Runs {
  /** Runs one, unless it runs here already or nobody has defined its kind; resolves when it has ended. */
  run(id: string, signal: AbortSignal): Promise<void>;
  end(id: string, why: 'cancelled' | 'lost'): void;
  /** Says that one will not be done any more to whoever has defined its kind. */
  tell(operation: OperationDocument): Promise<void>;
  /** Resolves when none runs any more. */
  ended(): Promise<void>;
}

export function createRuns(
  options: RunOptions & {
    kinds: ReadonlyMap<string, Kind>;
    /** Aborted when this process stops. */
    stopping: AbortSignal;
  },
): Runs {
  const { collection, kinds, log } = options;
  const running = new Map<string, { ending: AbortController; ended: Promise<void> }>();
  return {
    async run(id, signal) {
      if (running.has(id)) return running.get(id)?.ended;
      const found = await collection.findOne({ _id: id }, { projection: { kind: 1 } });
      const kind = kinds.get(found?.kind ?? '');
      if (kind === undefined || running.has(id)) return;
      const ending = new AbortController();
      const ended = runOperation(options, {
        id,
        definition: kind.definition,
        stopping: AbortSignal.any([signal, options.stopping, kind.ending.signal, ending.signal]),
      })
        .catch((error: unknown) => log.error({ operation: id, error }, 'an operation could not be run'))
        .finally(() => running.delete(id));
      running.set(id, { ending, ended });
      return ended;
    },
    end: (id, why) => running.get(id)?.ending.abort(new RunStopped(why)),
    async tell(operation) {
      const definition = kinds.get(operation.kind)?.definition;
      if (definition !== undefined) await tellUnfinished(definition, operation, log);
    },
    async ended() {
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}
