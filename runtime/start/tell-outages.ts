import type { Disposer } from '@waypost/sdk';
import type { Environment } from '../process/environment.ts';
import { storeDirectory } from '../process/paths.ts';
import type { StoreAccess } from '../storage/index.ts';

/** How often an outage that goes on is told again, milliseconds. */
const AGAIN_MS = 60_000;
/** How long a store may be away before it is told, milliseconds: a restart or an election is shorter. */
const PATIENCE_MS = 3_000;
/** The embedded store starts with this process, and checks its file after a crash. */
const EMBEDDED_PATIENCE_MS = 10_000;

/** Does `work` after some milliseconds, unless it is called off. */
export type After = (milliseconds: number, work: () => void) => Disposer;

const afterRealTime: After = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
};

/**
 * Tells whoever watches the terminal that the store is away: in a sentence with the reason and what to do, at most once
 * a minute, and once more when it is reached. The log has the details.
 */
export function tellOutages(options: {
  environment: Pick<Environment, 'dataDirectory' | 'mongodbUri'>;
  store: Pick<StoreAccess, 'isUp' | 'lastFailure' | 'onChange'>;
  tell(line: string): void;
  after?: After;
}): Disposer {
  const { environment, store, tell, after = afterRealTime } = options;
  const { name, advice, patience } = words(environment);
  let isTold = false;
  let callOff: Disposer = () => undefined;

  const tellAway = () => {
    isTold = true;
    tell(`Waiting for ${name}: ${store.lastFailure() ?? 'no answer yet'}. ${advice}`);
    callOff = after(AGAIN_MS, tellAway);
  };
  const follow = (isUp: boolean) => {
    callOff();
    if (!isUp) {
      callOff = after(patience, tellAway);
      return;
    }
    if (isTold) tell(`Reached: ${name}.`);
    isTold = false;
  };
  follow(store.isUp());
  const stopFollowing = store.onChange(follow);
  return () => {
    callOff();
    return stopFollowing();
  };
}

function words({ dataDirectory, mongodbUri }: Pick<Environment, 'dataDirectory' | 'mongodbUri'>): {
  name: string;
  advice: string;
  patience: number;
} {
  if (mongodbUri === undefined)
    return {
      name: `the embedded store in ${storeDirectory(dataDirectory)}`,
      advice: 'A large one takes a while to open; Waypost goes on by itself when it is there.',
      patience: EMBEDDED_PATIENCE_MS,
    };
  return {
    name: `MongoDB at ${hostsOf(mongodbUri)}`,
    advice: 'Start it, or stop Waypost and correct MONGODB_URI; Waypost goes on by itself when it is there.',
    patience: PATIENCE_MS,
  };
}

/** `db1:27017,db2:27017` of a connection string, without user and password. */
function hostsOf(uri: string): string {
  const authority = /^mongodb(?:\+srv)?:\/\/([^?]*)/.exec(uri)?.[1] ?? '';
  return authority.slice(authority.lastIndexOf('@') + 1).replace(/\/.*$/, '');
}
