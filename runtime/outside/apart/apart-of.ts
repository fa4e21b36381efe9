import { resolve } from 'node:path';
import type { Manifest } from '@waypost/contract';
import type { ProcessState } from '@waypost/sdk';
import { processAway } from '../../plugin/activation/outside-errors.ts';
import { APART_VARIABLE } from '../../process/apart/declared.ts';
import { socketPath } from '../../process/paths.ts';
import { ApartAway, createApartAsker } from './ask-apart.ts';

interface Beside {
  ask(method: string, given: unknown, limitMs: number): Promise<unknown>;
  state(): Promise<ProcessState>;
  stop(): void;
}

/**
 * The programs of a plugin that the launcher starts, as the server reaches them.
 * @param variables the server's environment, in which the launcher says which it has started
 */
export function apartOf(
  { manifest, isContained }: { manifest: Manifest; isContained: boolean },
  variables: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, Beside> {
  const launched = new Set((variables[APART_VARIABLE] ?? '').split(','));
  const declared = Object.entries(manifest.processes ?? {}).filter(([, { apart }]) => apart !== undefined);
  return new Map(
    declared.map(([name]): [string, Beside] => {
      // A plugin that nobody vouches for reaches nothing beside the server.
      const isStarted = launched.has(name) && !isContained;
      const asker = createApartAsker(socketPath(resolve(variables.DATA_DIR || './data'), name));
      return [
        name,
        {
          async ask(method, given, limitMs) {
            const away = (reason: string) => processAway.create({ plugin: manifest.id, reason });
            if (!isStarted) throw away(`${name} was not started`);
            try {
              return await asker.ask(method, given, limitMs);
            } catch (error) {
              if (error instanceof ApartAway) throw away(error.message);
              throw error;
            }
          },
          async state() {
            const state = !isStarted ? 'ended' : (await asker.isThere()) ? 'running' : 'restarting';
            return { state, restarts: 0 };
          },
          stop: asker.stop,
        },
      ];
    }),
  );
}
