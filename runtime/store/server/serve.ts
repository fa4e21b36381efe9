import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { COMMANDS } from '../commands/registry.ts';
import type { StoreOptions } from '../engine/options.ts';
import { type EmbeddedStore, openStore } from '../engine/store.ts';
import { READER_THREAD } from '../reader-thread/address.ts';
import { FILE_NAME } from '../storage/connection.ts';
import { damageOf, refuseTornFile } from '../storage/damage.ts';
import { LOCK_NAME, lockDirectory } from '../storage/directory-lock.ts';
import { askedToEnd } from './asked-to-end.ts';
import { createDispatch } from './dispatch.ts';
import { listen } from './listener.ts';
import { EXPIRY_SECONDS, startMaintenance } from './maintenance.ts';
import { openSentWords } from './sent-words.ts';

/** Exit code with which the launcher does not start a process again: nothing would be different. */
const HOPELESS = 78;

/** Makes the folder; what this user may not write is said in a sentence. A restore by another user leaves such files. */
const makeOrExplain = (directory: string, name: string): void => {
  try {
    mkdirSync(directory, { recursive: true });
    const files = [FILE_NAME, LOCK_NAME]
      .map((name) => join(directory, name))
      .filter((file) => existsSync(file));
    for (const path of [directory, ...files]) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `${name}: expected a store that this user can read and write (${reason}); make its files this user's\n`,
    );
    process.exit(HOPELESS);
  }
};

/** Opens the store; what is damaged is said in a sentence, and served to nobody. */
const openOrExplain = (options: StoreOptions, advice: string): EmbeddedStore => {
  const file = join(options.directory, FILE_NAME);
  try {
    refuseTornFile(file);
    return openStore(options);
  } catch (error) {
    const damage = damageOf(file, error);
    if (damage === undefined) throw error;
    process.stderr.write(`${damage.message}\n${`Nothing was changed. ${advice}`.trimEnd()}\n`);
    return process.exit(HOPELESS);
  }
};

/** For tests: what programs with such names send is written down in the folder WAYPOST_STORE_SENT. */
const WRITTEN_DOWN = /^waypost (server|aggregator|command)\b/;

const sentOf = (folder: string | undefined): StoreOptions['sent'] => {
  if (folder === undefined || folder === '') return undefined;
  const note = openSentWords(folder);
  return (sent, client) => {
    const name = client.get('appName');
    if (typeof name === 'string' && WRITTEN_DOWN.test(name)) note(sent);
  };
};

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/**
 * Opens the store that the command line names and serves it.
 * Says when it listens; ends when it is asked to, after everything acknowledged is in the file. Exit codes: 2 bad arguments, 1 the directory is in use, 78 the file is damaged or not this user's (said on standard error).
 */
export const serve = (): void => {
  // Whoever may read the folder around it must still not read the store or talk to its socket.
  process.umask(0o077);
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      socket: { type: 'string' },
      synchronous: { type: 'string', default: process.env.WAYPOST_STORE_SYNCHRONOUS ?? 'FULL' },
      'expiry-seconds': { type: 'string', default: String(EXPIRY_SECONDS) },
      'largest-bytes': { type: 'string' },
      'documents-limit': { type: 'string', default: process.env.WAYPOST_STORE_DOCUMENTS_LIMIT ?? '' },
      'until-input-ends': { type: 'boolean', default: false },
      'directory-name': { type: 'string' },
      'advice-on-damage': { type: 'string', default: '' },
      'log-level': { type: 'string', default: process.env.LOG_LEVEL ?? 'warn' },
    },
  });
  const { data, socket, synchronous } = values;
  if (data === undefined || socket === undefined || (synchronous !== 'FULL' && synchronous !== 'NORMAL')) {
    process.stderr.write(
      'usage: main.ts --data DIR --socket PATH [--synchronous FULL|NORMAL] [--log-level LEVEL] [--until-input-ends]\n',
    );
    process.exit(2);
  }
  const logger = pino({ level: values['log-level'], name: 'store' }, pino.destination(2));
  const log: StoreOptions['log'] = (event, error, shape) =>
    logger.error({ error: textOf(error), shape }, event);
  makeOrExplain(data, values['directory-name'] ?? data);
  const lock = lockDirectory(data);
  const options: StoreOptions = {
    directory: data,
    synchronous,
    readerThread: READER_THREAD,
    largestBytes: Number(values['largest-bytes']) || undefined,
    documentsLimit: Number(values['documents-limit']) || undefined,
    now: Date.now,
    monotonic: () => performance.now(),
    log,
    lost: (error) => {
      log('the disk did not take what was written; the store ends so that nothing is served from it', error);
      process.exit(1);
    },
    sent: sentOf(process.env.WAYPOST_STORE_SENT),
    logSlow: (operation) => logger.info(operation, 'a command took long'),
  };
  const store = openOrExplain(options, values['advice-on-damage']);
  // The lock is ours: a socket file that is still there belongs to a process that was killed.
  rmSync(socket, { force: true });
  const listener = listen({
    path: socket,
    dispatch: createDispatch(store, COMMANDS),
    closed: (connection) => {
      store.clients.gone(connection);
      store.sessions.gone(connection);
    },
    log,
  });
  const maintenance = startMaintenance(
    store,
    Math.max(1, Number(values['expiry-seconds']) || EXPIRY_SECONDS),
  );
  const close = async (): Promise<void> => {
    maintenance.stop();
    listener.close();
    store.close();
    rmSync(socket, { force: true });
    lock.release();
  };
  const isHeldByInput = values['until-input-ends'];
  void askedToEnd({ isHeldByInput })
    .then(close)
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
  // Last: whoever waits for this line may send the first signal. Who holds the input asks the socket.
  if (!isHeldByInput) process.stdout.write(`${JSON.stringify({ ready: true, socket })}\n`);
};
