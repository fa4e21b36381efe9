import type { Logger } from '@waypost/sdk';
import type { Words } from '../../services/locale/texts.ts';
import { firstGeneration, type Generation } from './generation.ts';

type Listener = () => void | Promise<void>;

/** Holds the generation that is visible now, and tells who wants to know of the next. */
export interface Generations {
  readonly serverWords: Words;
  current(): Generation;
  /**
   * Makes `next` visible in one assignment. What belongs to the same moment comes before or after it without waiting;
   * then `notify`.
   */
  show(next: Generation): void;
  /** Runs the listeners one after another. */
  notify(): Promise<void>;
  /** Runs the listeners again when one of them failed at the last change. */
  notifyAgain(): Promise<void>;
  onChange(listener: Listener): () => void;
}

export function createGenerations(options: {
  /** Areas of plugins that are installed from the start, to the plugin's id. */
  installedAreas: ReadonlyMap<string, string>;
  serverWords: Words;
  log: Logger;
}): Generations {
  const listeners = new Set<Listener>();
  let current = firstGeneration(options.installedAreas, options.serverWords);
  let isNotified = true;

  /** A listener that fails does not take the generation back; it is called again at the next occasion. */
  async function notify(): Promise<void> {
    isNotified = true;
    for (const listener of listeners) {
      try {
        await listener();
      } catch (error) {
        isNotified = false;
        options.log.error(
          { generation: current.number, error },
          'a listener of the plugin generation failed',
        );
      }
    }
  }

  return {
    serverWords: options.serverWords,
    current: () => current,
    show(next) {
      current = next;
    },
    notify,
    notifyAgain: () => (isNotified ? Promise.resolve() : notify()),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
