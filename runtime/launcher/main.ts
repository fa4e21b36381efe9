import { join } from 'node:path';
import { listen } from '../http/listen.ts';
import { APART_VARIABLE, readApartPrograms } from '../process/apart/declared.ts';
import { apartVariables, isGivenSecret, readApartSecrets } from '../process/apart/secrets.ts';
import {
  announceStop,
  DataDirectoryInUse,
  lockDataDirectoryOnceFree,
} from '../process/data-directory-lock.ts';
import { embeddedStoreCommand } from '../process/embedded-store.ts';
import { parseEnvironment, StartError } from '../process/environment.ts';
import { CONFIGURATION_FAULT } from '../process/exit-codes.ts';
import { prepareSocketDirectory, storeSocketPath } from '../process/paths.ts';
import { listeningOrigin } from '../process/server-address.ts';
import { type Child, superviseChild } from './child.ts';
import { localOrigin, untilReady } from './readiness.ts';
import { startStoreWatchdog } from './store-watchdog.ts';

/** Milliseconds that each process gets to finish its work at a stop. */
const STOP_LIMIT = 15_000;
/** Milliseconds that a start waits for the process before it, which is stopping, to end. */
const START_PATIENCE = 30_000;

const write = (line: string) => process.stderr.write(`${line}\n`);
/** What `work` answers; a fault that the operator has to mend is told as a sentence and ends the start. */
function orRefuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return refuse(error);
  }
}
function refuse(error: unknown): never {
  if (!(error instanceof StartError || error instanceof DataDirectoryInUse)) throw error;
  write(error.message);
  process.exit(1);
}

const environment = orRefuse(() => parseEnvironment(process.env));
const runtimeFolder = join(import.meta.dir, '..');
const children: { name: string; child: Child }[] = [];

/** Programs of plugins that are kept apart from the server, where the operator gives the secret that each is for. */
const apart = readApartPrograms(join(runtimeFolder, '..'));
const startedApart = apart.filter((program) => isGivenSecret(program, process.env));
const apartSecrets = apartVariables(apart);
for (const program of startedApart)
  orRefuse(() => readApartSecrets(program, process.env, environment.dataDirectory));

const lock = await lockDataDirectoryOnceFree(environment.dataDirectory, listeningOrigin(environment), {
  publicUrl: environment.publicUrl,
  limitMs: START_PATIENCE,
  onWait: (message) => write(`${message} Waiting up to ${START_PATIENCE / 1000} s for it to end.`),
}).catch(refuse);
// Whoever has the port would answer below as if Waypost were ready.
orRefuse(() => void listen(environment).stop(true));

/** What only the runtime needs, or plugins in it; the other processes never see it. */
const RUNTIME_SECRET = /^(SECRET_KEY|ADMIN_PASSWORD|WAYPOST_PLUGIN_.*)$/;

function launch(
  name: string,
  command: string[],
  { onStart, own = [] }: { onStart?: (pid: number) => void; own?: readonly string[] } = {},
): void {
  const variables: Record<string, string> = {};
  for (const [key, value] of Object.entries(process.env)) {
    if (value === undefined) continue;
    if (apartSecrets.has(key)) {
      if (own.includes(key)) variables[key] = value;
    } else if (name === 'runtime' || !RUNTIME_SECRET.test(key)) variables[key] = value;
  }
  if (name === 'runtime') variables[APART_VARIABLE] = startedApart.map((program) => program.name).join();
  const child = superviseChild({
    name,
    command,
    environment: variables,
    fatalExitCode: CONFIGURATION_FAULT,
    ...(onStart === undefined ? {} : { onStart }),
    onEnd: (how) => write(`${name} ended (${how}); it is started again`),
    onFatal: () => void stop(1),
  });
  children.push({ name, child });
}

const waiting = new AbortController();
let isStopping = false;
/** Runtime first, so that its last visits reach the journal; then the aggregator; the store last. */
async function stop(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  announceStop(environment.dataDirectory);
  waiting.abort();
  for (const { child } of children.toReversed()) await child.stop(STOP_LIMIT);
  lock.release();
  process.exit(code);
}

prepareSocketDirectory(environment.dataDirectory);
if (environment.mongodbUri === undefined) {
  const socketPath = storeSocketPath(environment.dataDirectory);
  let store: number | undefined;
  launch(
    'store',
    // Held by its input: it ends after all who use it, and keeps the terminal free of its line.
    embeddedStoreCommand(environment.dataDirectory, true),
    {
      onStart: (pid) => {
        store = pid;
      },
    },
  );
  startStoreWatchdog({
    socketPath,
    pid: () => store,
    end(reason) {
      if (store === undefined || isStopping) return;
      write(`store is ended: ${reason}`);
      try {
        process.kill(store, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
      store = undefined;
    },
  });
}
if (environment.roles.has('visit') && environment.isFolding) {
  launch('aggregator', [process.execPath, join(runtimeFolder, 'visit/aggregator/main.ts')]);
}
for (const program of startedApart) {
  const command = [process.execPath, join(runtimeFolder, 'outside/apart/main.ts'), program.name];
  launch(program.name, command, { own: [...apartVariables([{ ...program, command: undefined }])] });
}
launch('runtime', [process.execPath, join(runtimeFolder, 'start/main.ts')]);

/** Watch mode: the sources changed, the data stays. */
process.on('SIGUSR2', () => {
  if (isStopping) return;
  void Promise.all(children.map(({ child }) => child.restart(STOP_LIMIT)));
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0));

const origin = localOrigin(environment.host, environment.port);
void untilReady(origin, waiting.signal).then((isReady) => {
  if (isReady) write(`Waypost is ready: ${origin}`);
});
