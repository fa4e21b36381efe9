import { mkdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import { sampleProcess } from '../../monitor/index.ts';
import { keptInstanceId, prepareTimeZone } from '../../process/data-directory.ts';
import { parseEnvironment, StartError, storeUri } from '../../process/environment.ts';
import { startFaultCode } from '../../process/exit-codes.ts';
import { createLog, scopedLog } from '../../process/log.ts';
import { announceReady, stopWhenAsked } from '../../process/supervised.ts';
import { toldStarts } from '../../process/told-starts.ts';
import { RUNTIME_VERSION } from '../../process/version.ts';
import { openStore } from '../../storage/index.ts';
import { startAggregator } from './aggregator.ts';
import { aggregatorName } from './aggregator-name.ts';

/**
 * The aggregation process: reads the journals under DATA_DIR and stores what they hold. Environment as the runtime's.
 * Prints `{"ready":true}` once, unless the launcher started it; ends as `stopWhenAsked` says.
 */

/** Weighs a third of a process that answers. */
const NICE = 5;

async function start(): Promise<void> {
  setPriority(Math.max(getPriority(), NICE));
  const environment = parseEnvironment(process.env);
  const timeZone = await prepareTimeZone(environment);
  const log = scopedLog(createLog({ level: environment.logLevel }), { process: 'aggregator' });
  const directory = join(environment.dataDirectory, 'journal');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const store = openStore({ uri: storeUri(environment), log, program: 'aggregator' });
  const clock = { now: Date.now, date: () => new Date() };
  const aggregator = startAggregator({
    directory,
    database: store.database,
    isStoreUp: store.isUp,
    timeZone: timeZone.fix,
    ...(environment.mongodbUri === undefined
      ? {}
      : {
          isShared: true,
          exclusively: <T>(work: () => Promise<T>) => store.exclusively('aggregation', work),
        }),
    aggregatorId: aggregatorName(directory),
    clock,
    log,
  });
  const sampling = environment.isMonitored
    ? sampleProcess({
        kind: 'aggregator',
        instance: await keptInstanceId(environment.dataDirectory),
        version: RUNTIME_VERSION,
        starts: toldStarts(process.env),
        database: store.database,
        isStoreUp: store.isUp,
        clock,
        log,
      })
    : undefined;
  const stop = async (): Promise<void> => {
    await aggregator.stop();
    await sampling?.stop();
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
