import { join } from 'node:path';
import type { Clock, Logger, Random } from '@waypost/sdk';
import type pino from 'pino';
import { listen } from '../http/listen.ts';
import { readAnswersSnapshot } from '../plugin/answers/answers-snapshot.ts';
import { readStatesSnapshot } from '../plugin/host/switch-snapshot.ts';
import { readRegistry } from '../plugin/release/registry.ts';
import { prepareDataDirectory } from '../process/data-directory.ts';
import { type Environment, storeUri } from '../process/environment.ts';
import { readKnownAddress } from '../process/known-address.ts';
import { knownBlocks as knownBlocksFile } from '../process/known-blocks.ts';
import { createLog, scopedLog } from '../process/log.ts';
import { applyTimeZone } from '../process/time-zone.ts';
import { RUNTIME_VERSION } from '../process/version.ts';
import { readServerWords, readShellWords } from '../services/locale/texts.ts';
import { openStore } from '../storage/index.ts';
import { watchStoreUsage } from './store-usage.ts';
import { systemClock, systemRandom } from './system-sources.ts';

const PROJECT = join(import.meta.dir, '../..');

export interface StartOptions {
  environment: Environment;
  /** Default: registry.json of the project; paths in it are relative to the project in any case. */
  registryFile?: string;
  /** Multiplies every rate limit. */
  rateScale?: number;
  clock?: Clock;
  random?: Random;
  log?: pino.Logger;
  /** Prints to the terminal what must not be in the log; default: standard output. */
  announce?: (text: string) => void;
}

/** What everything else of a runtime stands on: its files, its address, its store. */
export type Ground = Awaited<ReturnType<typeof openGround>>;

/**
 * Reads what is on the disk, listens, and begins to connect to the store; nothing is answered yet.
 * @throws StartError: data directory, registry, address in use
 */
export async function openGround(options: StartOptions) {
  const { environment } = options;
  const log = options.log ?? createLog({ level: environment.logLevel });
  const logFor = (part: string): Logger => scopedLog(log, { part });

  const data = await prepareDataDirectory(environment);
  applyTimeZone(data.timeZone, environment.timeZone);
  const registryFile = options.registryFile ?? join(PROJECT, 'registry.json');
  const installed = await readRegistry(registryFile, PROJECT, RUNTIME_VERSION);
  const serverWords = await readServerWords(join(PROJECT, 'locales'));
  const shellWords = await readShellWords(join(PROJECT, 'locales'));
  const knownStates = await readStatesSnapshot(data.path);
  const knownAnswers = await readAnswersSnapshot(data.path, (error) =>
    log.warn({ error }, 'what was answered before the last stop cannot be read'),
  );

  const knownAddress = await readKnownAddress(data.path, (error) =>
    log.warn({ error }, 'the public address that was set before the last stop cannot be read'),
  );

  const knownBlocks = await knownBlocksFile.read(data.path, (error) =>
    log.warn({ error }, 'who was refused everywhere before the last stop cannot be read'),
  );

  const server = listen(environment);
  const address = server.url.origin;
  const store = openStore({ uri: storeUri(environment), log: logFor('store'), program: 'server' });
  return {
    environment,
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    log,
    logFor,
    announce: options.announce ?? ((text: string) => void process.stdout.write(`${text}\n`)),
    data,
    /** Plugins of registry.json. */
    installed,
    serverWords,
    shellWords,
    /** What was switched when this process last saw the store. */
    knownStates,
    /** What plugins had answered from memory then. */
    knownAnswers,
    /** What was set as the public address then. */
    knownAddress,
    /** Who was refused everywhere then. */
    knownBlocks,
    server,
    /** Origin that it listens on. */
    address,
    shellDirectory: join(PROJECT, 'host/shell/dist'),
    store,
    storeUsage: watchStoreUsage({ store, log: logFor('store') }),
  };
}
