import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepareTimeZone } from '../process/data-directory.ts';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { type Environment, storeUri } from '../process/environment.ts';
import { openStore } from '../storage/index.ts';
import { aggregatorName, replayJournals } from '../visit/index.ts';
import { type Command, UsageError } from './command.ts';
import { clock, quiet, startEmbeddedStore, untilUp } from './store-session.ts';

export const visitsReplay: Command = {
  name: 'visits replay',
  summary:
    'Counts visits that are still in the journal, and unaccounted ones that can be read by now; the product must not run',
  options: {
    from: {
      type: 'string',
      value: 'FOLDER',
      summary:
        'a copy of the DATA_DIR, or of the journal in it, of a machine that does not come back: its visits are counted in MONGODB_URI, beside a product that runs',
    },
  },
  async run({ environment, values }) {
    const isAdopting = typeof values.from === 'string';
    const folder = isAdopting ? copyAt(String(values.from), environment) : environment.dataDirectory;
    const timeZone = await prepareTimeZone(environment);
    const inside = join(folder, 'journal');
    const directory = isAdopting && !existsSync(inside) ? folder : inside;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    // Two aggregators of one DATA_DIR would end each other's session: the lock says that there is no other.
    const lock = lockDataDirectory(folder, 'waypost visits replay');
    try {
      const own =
        environment.mongodbUri === undefined ? await startEmbeddedStore(environment, 'locked') : undefined;
      const store = openStore({ uri: storeUri(environment), log: quiet, program: 'command' });
      try {
        await untilUp(store, own);
        const replay = await replayJournals({
          directory,
          database: store.database,
          timeZone: timeZone.fix,
          aggregatorId: aggregatorName(directory),
          isAdopting,
          isShared: environment.mongodbUri !== undefined,
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

/** @throws UsageError unless it is a folder, and this machine shares its database with the one that it comes from */
function copyAt(given: string, { dataDirectory, mongodbUri }: Environment): string {
  if (mongodbUri === undefined)
    throw new UsageError('--from: set MONGODB_URI to the database of the machine that the copy comes from');
  const folder = resolve(given);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`--from: ${folder} is no folder. Copy the DATA_DIR of that machine there first`);
  if ([dataDirectory, join(dataDirectory, 'journal')].map((own) => resolve(own)).includes(folder))
    throw new UsageError(
      '--from: this is the DATA_DIR of this machine. Leave --from out, with the product stopped',
    );
  return folder;
}
