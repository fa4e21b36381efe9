import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareTimeZone } from '../process/data-directory.ts';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { storeUri } from '../process/environment.ts';
import { openStore } from '../storage/index.ts';
import { aggregatorName, replayJournals } from '../visit/index.ts';
import type { Command } from './command.ts';
import { clock, quiet, startEmbeddedStore, untilUp } from './store-session.ts';

export const visitsReplay: Command = {
  name: 'visits replay',
  summary:
    'Counts visits that are still in the journal, and unaccounted ones that can be read by now; the product must not run',
  options: {},
  async run({ environment }) {
    const timeZone = await prepareTimeZone(environment);
    const directory = join(environment.dataDirectory, 'journal');
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Two aggregators of one DATA_DIR would end each other's session: the lock says that there is no other.
    const lock = lockDataDirectory(environment.dataDirectory, 'waypost visits replay');
    try {
      const own =
        environment.mongodbUri === undefined ? await startEmbeddedStore(environment, 'locked') : undefined;
      const store = openStore({ uri: storeUri(environment), log: quiet });
      try {
        await untilUp(store, own);
        const replay = await replayJournals({
          directory,
          database: store.database,
          timeZone: timeZone.fix,
          aggregatorId: aggregatorName(directory),
          clock,
          log: quiet,
        });
        return {
          value: replay,
          lines: [
            `${replay.visits} visits counted`,
            ...(replay.recovered === 0 ? [] : [`${replay.recovered} unaccounted visits counted`]),
            ...(replay.unaccounted === 0
              ? []
              : [
                  `${replay.unaccounted} visits stay unaccounted: what is left of them is in ${directory}-unaccounted`,
                ]),
            ...(replay.living === 0 ? [] : [`${replay.living} journals are still being written`]),
          ],
        };
      } finally {
        await store.close();
        await own?.stop();
      }
    } finally {
      lock.release();
    }
  },
};
