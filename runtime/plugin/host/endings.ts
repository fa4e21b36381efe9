import type pino from 'pino';
import type { Activation } from '../activation/activation.ts';
import type { Generations } from '../activation/generations.ts';
import { unloadPlugin } from '../release/load-plugin.ts';

/** Time that calls in flight get when their plugin is disposed, milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

/** Activations that nobody sees any more and in which something still runs. */
export interface Endings {
  /** Lets what is on its way end, then undoes the rest, in the background. Nobody sees the activation any more. */
  begin(activation: Activation, then?: () => Promise<void>): void;
  /** Gives back the models of an activation, and its modules unless another one runs the same files. */
  release(activation: Activation): void;
  /** Plugins of which an activation is still ending. */
  draining(): string[];
  /** Resolves when nothing is ending any more. */
  drained(): Promise<void>;
}

export function createEndings(options: {
  generations: Generations;
  log: pino.Logger;
  /** An activation has ended. */
  onEnd(): void;
}): Endings {
  const { generations, log } = options;
  const ending = new Map<Activation, Promise<void>>();

  function release(activation: Activation): void {
    activation.models.release();
    const isUsed = [...generations.current().activations.values(), ...ending.keys()].some(
      (other) => other !== activation && other.directory === activation.directory,
    );
    if (!isUsed) unloadPlugin(activation);
  }

  async function end(activation: Activation, then: () => Promise<void>): Promise<void> {
    const reason = new Error('the plugin was switched off');
    const timer = setTimeout(() => activation.ending.abort(reason), DRAIN_LIMIT_MS);
    await activation.idle();
    clearTimeout(timer);
    activation.ending.abort(reason);
    await activation.scope.dispose(reportDisposal(log, activation.id));
    ending.delete(activation);
    release(activation);
    options.onEnd();
    log.info({ plugin: activation.id, release: activation.release }, 'plugin disposed');
    await then();
  }

  return {
    begin(activation, then = async () => {}) {
      const ended = end(activation, then).catch((error: unknown) => {
        ending.delete(activation);
        reportDisposal(log, activation.id)(error);
      });
      ending.set(activation, ended);
    },
    release,
    draining: () => [...new Set([...ending.keys()].map(({ id }) => id))],
    async drained() {
      await Promise.all(ending.values());
    },
  };
}

/** What is done with errors of a plugin's disposers: they keep nothing else from ending. */
export const reportDisposal =
  (log: pino.Logger, plugin: string) =>
  (error: unknown): void =>
    log.error({ plugin, error }, 'disposer failed');
