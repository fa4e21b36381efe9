import net from 'node:net';
import { mongo } from 'mongoose';
import { type Command, createPassing, type Document, type Fault } from './passing.ts';

export type { Command, Document, Fault } from './passing.ts';

export interface ReplicaSetOptions {
  /** Path of the socket of an embedded store: both members are it. */
  socket: string;
  members?: number;
  /** Asked for every command but those of monitoring. */
  fault?: (command: Command) => Fault;
  /** Changes an answer; undefined: it stays as it is. Asked for each, `hello` included. */
  changed?: (command: Command, answer: Document) => Document | undefined;
}

export interface ReplicaSet {
  /** mongodb://127.0.0.1:…,127.0.0.1:…/?replicaSet=rs0; without a database. */
  uri: string;
  /** host:port of each member. */
  hosts: readonly string[];
  /** Number of the member that is the primary; undefined while there is none. */
  primary(): number | undefined;
  /** The primary steps down; so many milliseconds later another one is elected. */
  stepDown(milliseconds: number): Promise<void>;
  /** Ends every connection, as a network does. */
  cut(): void;
  /** Nothing passes any more, and nothing is refused: connections hang until `heal`. */
  hang(): void;
  heal(): void;
  stop(): Promise<void>;
}

const NAME = 'rs0';
/**
 * A replica set as drivers see one, in front of an embedded store: members with ports of loopback that are one and the same store,
 * of which one is the primary. It elects, steps down, cuts, delays and answers as the test says: what mongod does where no
 * mongod can be had. Drivers that poll are served; nobody is told of a change before they ask (heartbeatFrequencyMS).
 */
export async function startReplicaSet(options: ReplicaSetOptions): Promise<ReplicaSet> {
  const servers: net.Server[] = [];
  let primary: number | undefined = 0;
  let term = 1;
  const hosts = () => servers.map((server) => `127.0.0.1:${(server.address() as net.AddressInfo).port}`);

  const helloOf = (answer: Document, member: number): Document => {
    const isPrimary = member === primary;
    const { ismaster, ...rest } = answer;
    const name = ismaster === undefined ? 'isWritablePrimary' : 'ismaster';
    return {
      ...rest,
      [name]: isPrimary,
      secondary: !isPrimary,
      setName: NAME,
      setVersion: 1,
      hosts: hosts(),
      me: hosts()[member],
      primary: primary === undefined ? undefined : hosts()[primary],
      ...(isPrimary
        ? { electionId: new mongo.ObjectId(`7fffffff${term.toString(16).padStart(16, '0')}`) }
        : { electionId: undefined }),
    };
  };

  const { accept, interrupt, cut, flow } = createPassing({
    ...options,
    helloOf,
    isPrimary: (member) => member === primary,
  });
  for (let member = 0; member < (options.members ?? 2); member += 1) {
    const server = net.createServer(accept(member));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
  }

  return {
    uri: `mongodb://${hosts().join(',')}/?replicaSet=${NAME}`,
    hosts: hosts(),
    primary: () => primary,
    async stepDown(milliseconds) {
      const before = primary ?? 0;
      primary = undefined;
      interrupt();
      await Bun.sleep(milliseconds);
      term += 1;
      primary = (before + 1) % servers.length;
    },
    cut,
    hang: () => flow('pause'),
    heal: () => flow('resume'),
    async stop() {
      cut();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
