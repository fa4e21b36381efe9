import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

/** Part of MongoDB's driver (7.8.0, lib/cmap/connection.js): makes the message of every command. */
interface ConnectionParts {
  prepareCommand(database: string, command: object, options?: object): unknown;
}

const asking = new AsyncLocalStorage<string>();
let isInstalled = false;

/**
 * Runs `work`; every command that it sends to the store says `name` as its comment, so that whoever looks at what the
 * database does sees which call or job is behind it. `name`: `<plugin> <area>/<call>`, without anybody's data.
 */
export const askedBy = <T>(name: string, work: () => T): T => asking.run(name, work);

/**
 * Has the driver add the comment. Setting it at each of the hundreds of places that ask would be forgotten at some, and
 * jobs and sessions of libraries have no place for it; the driver offers none for all commands. A comment that is there stays.
 */
export function tellWhoAsks(): void {
  if (isInstalled) return;
  isInstalled = true;
  const ofMongoose = createRequire(createRequire(import.meta.url).resolve('mongoose'));
  const { Connection } = ofMongoose('mongodb/lib/cmap/connection.js') as {
    Connection: { prototype: ConnectionParts };
  };
  const prepare = Connection.prototype.prepareCommand;
  Connection.prototype.prepareCommand = function prepareCommand(database, command, options) {
    const name = asking.getStore();
    const isSilent = name === undefined || 'comment' in command;
    return prepare.call(this, database, isSilent ? command : { ...command, comment: name }, options);
  };
}
