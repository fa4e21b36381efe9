import type { Logger } from '@waypost/sdk';
import type { ChangedWords, Words } from '../../services/locale/texts.ts';
import { firstGeneration, type Generation } from './generation.ts';

type Listener = () => void | Promise<void>;

/** Holds the generation that is visible now, and tells who wants to know of the next. */
export interface Generations {
  readonly serverWords: Words;
  /** Words of a source (`platform.server`, a plugin) with what operators have written in their place. */
  withChanges(source: string, words: Words): Words;
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
  /** What operators have written in the place of a source's words; left out: nothing. */
  changesOf?(source: string): ChangedWords;
  log: Logger;
}): Generations {
  const listeners = new Set<Listener>();
  const withChanges = (source: string, words: Words): Words => {
    const changed = options.changesOf?.(source);
    return changed === undefined ? words : { ...words, changed };
  };
  const serverWords = withChanges('platform.server', options.serverWords);
  let current = firstGeneration(options.installedAreas, serverWords);
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
    serverWords,
    withChanges,
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
