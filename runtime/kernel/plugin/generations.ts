import type { Logger } from '@waypost/sdk';
import type { Words } from '../locale/texts.ts';
import { firstGeneration, type Generation } from './generation.ts';
import type { InstalledPlugin } from './registry.ts';

type Listener = () => void | Promise<void>;

/** Holds the generation that is visible now, and tells who wants to know of the next. */
export interface Generations {
  readonly serverWords: Words;
  /** Areas of every installed plugin, active or not, to the plugin's id. */
  readonly installedAreas: ReadonlyMap<string, string>;
  current(): Generation;
  /** Makes `next` visible in one assignment, then runs the listeners one after another. */
  show(next: Generation): Promise<void>;
  /** Runs the listeners again when one of them failed at the last change. */
  notifyAgain(): Promise<void>;
  onChange(listener: Listener): () => void;
}

export function createGenerations(options: {
  installed: readonly InstalledPlugin[];
  serverWords: Words;
  log: Logger;
}): Generations {
  const installedAreas = new Map(
    options.installed.flatMap((plugin) =>
      (plugin.manifest?.areas ?? []).map((area) => [area, plugin.id] as const),
    ),
  );
  const listeners = new Set<Listener>();
  let current = firstGeneration(installedAreas, options.serverWords);
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
    installedAreas,
    current: () => current,
    async show(next) {
      current = next;
      await notify();
    },
    notifyAgain: () => (isNotified ? Promise.resolve() : notify()),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
