import { type Document, isDocument, type Value } from '../value/index.ts';

/** What the programs at the other ends of the connections have said of themselves. */
export interface Clients {
  /** A connection's first greeting says what its program is (`hello`, field `client`). */
  greeted(connection: number, client: Value | undefined): void;
  /** The connection is closed. */
  gone(connection: number): void;
  /** The fields by which currentOp and profiles name a connection: who it says it is. */
  describe(connection: number): Document;
}

/** Longest name of a program, characters; MongoDB refuses more than 128 bytes. */
const LONGEST_NAME = 128;

/** Makes the register of connections. */
export const createClients = (): Clients => {
  const known = new Map<number, Document>();
  return {
    greeted: (connection, client) => {
      if (!isDocument(client)) return;
      const name = appNameOf(client);
      known.set(
        connection,
        new Map<string, Value>([
          ['desc', `conn${connection}`],
          ...(name === undefined ? [] : [['appName', name] as [string, Value]]),
          ['clientMetadata', client],
        ]),
      );
    },
    gone: (connection) => void known.delete(connection),
    describe: (connection) =>
      known.get(connection) ?? new Map<string, Value>([['desc', `conn${connection}`]]),
  };
};

const appNameOf = (client: Document): string | undefined => {
  const application = client.get('application');
  const name = isDocument(application) ? application.get('name') : undefined;
  return typeof name === 'string' ? name.slice(0, LONGEST_NAME) : undefined;
};
