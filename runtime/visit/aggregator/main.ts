import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepareTimeZone } from '../../process/data-directory.ts';
import { parseEnvironment, StartError, storeUri } from '../../process/environment.ts';
import { startFaultCode } from '../../process/exit-codes.ts';
import { createLog, scopedLog } from '../../process/log.ts';
import { announceReady, stopWhenAsked } from '../../process/supervised.ts';
import { openStore } from '../../storage/index.ts';
import { startAggregator } from './aggregator.ts';
import { aggregatorName } from './aggregator-name.ts';

/**
 * The aggregation process: reads the journals under DATA_DIR and stores what they hold. Environment as the runtime's.
 * Prints `{"ready":true}` once, unless the launcher started it; ends as `stopWhenAsked` says.
 */

async function start(): Promise<void> {
  const environment = parseEnvironment(process.env);
  const timeZone = await prepareTimeZone(environment);
  const log = scopedLog(createLog({ level: environment.logLevel }), { process: 'aggregator' });
  const directory = join(environment.dataDirectory, 'journal');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = openStore({ uri: storeUri(environment), log });
  const aggregator = startAggregator({
    directory,
    database: store.database,
    isStoreUp: store.isUp,
    timeZone: timeZone.fix,
    aggregatorId: aggregatorName(directory),
    clock: { now: Date.now, date: () => new Date() },
    log,
  });
  const stop = async (): Promise<void> => {
    await aggregator.stop();
    await store.close();
  };
  stopWhenAsked(stop);
  announceReady();
}

start().catch((error: unknown) => {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(startFaultCode(process.env));
});
