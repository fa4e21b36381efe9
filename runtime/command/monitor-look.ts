import type { MonitorSettings, Problem } from '@waypost/contract/platform';
import type { Connection, mongo } from 'mongoose';
import { findProblems, type Spoken } from '../monitor/index.ts';
import { runningProduct } from '../process/data-directory-lock.ts';
import type { Environment } from '../process/environment.ts';
import { factsOf, readDisk, readStoredFacts, spokenOf } from '../services/monitor/stored-facts.ts';

/** What the monitor of the product says, as far as it can be read beside it. */
export interface MonitorLook {
  limits: MonitorSettings;
  problems: Problem[];
}

/** Looks for the same problems by the same limits as the screen, `/readyz` and `/metrics`. */
export async function lookAsMonitor(
  environment: Environment,
  { connection, database }: { connection: Connection; database: mongo.Db },
): Promise<MonitorLook> {
  const now = Date.now();
  const { dataDirectory } = environment;
  const hasOwnDatabase = environment.mongodbUri !== undefined;
  const stored = await readStoredFacts({ connection, database, dataDirectory, hasOwnDatabase, now });
  // Of a product that is stopped nobody speaks, and nobody runs jobs.
  const isRunning = hasOwnDatabase || runningProduct(dataDirectory) !== undefined;
  const { free } = await readDisk(dataDirectory);
  const here: Spoken = { kind: 'installation', host: '', silentFor: 0, figures: { disk_free: free } };
  const facts = factsOf(stored, now);
  const problems = findProblems({
    ...facts,
    jobs: isRunning ? facts.jobs : { late: 0, latest: 0, failed: 0 },
    spoken: isRunning
      ? [here, ...stored.processes.map((one) => spokenOf(one, now, { disk_free: null }))]
      : [here],
  });
  return { limits: stored.limits, problems };
}
