import { join } from 'node:path';
import { startTestStore } from '@waypost/store/testing';
import { mongo } from 'mongoose';
import { type Command, type Fault, startReplicaSet } from './replica-set.ts';

/** What becomes of some commands: an error of the server, or the connection ends before they are carried out. */
export type CommandTrouble = { times: number; commands: readonly string[] } & (
  | { code: number; labels?: readonly string[] }
  | { isCut: true }
);

/** A replica set that does as a test says: a MongoDB with test commands, or the embedded store behind what passes for one. */
export interface Troubled {
  uri: string;
  isServer: boolean;
  /** The next commands of these names fail. */
  fail(trouble: CommandTrouble): Promise<void>;
  /** Another member becomes the primary; without a server after so many milliseconds. */
  stepDown(milliseconds?: number): Promise<void>;
  /** Members take nothing over from the primary until `undo`. Only of a server. */
  stopReplication?(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** How long a member that has stepped down stays what it is, seconds: less than the seven between two of them. */
const STEP_DOWN_SECONDS = 3;
const STEP_DOWN_MS = 1_500;

/** The same server with another database. @param uri with or without one */
export function onDatabase(uri: string, database: string): string {
  const [, hosts, query = ''] = /^(mongodb:\/\/[^/?]+)\/?[^?]*(\?.*)?$/.exec(uri) ?? [];
  return `${hosts}/${database}${query}`;
}

/** With MONGODB_URI a server that was started with `--setParameter enableTestCommands=1` (tests/mongodb/compose.yaml). */
export function openTroubled(): Promise<Troubled> {
  const { MONGODB_URI: uri } = process.env;
  return uri === undefined ? passing() : serving(uri);
}

async function passing(): Promise<Troubled> {
  const store = await startTestStore();
  let trouble: CommandTrouble | undefined;
  const fault = ({ name }: Command): Fault => {
    if (trouble === undefined || trouble.times === 0 || !trouble.commands.includes(name)) return undefined;
    trouble.times -= 1;
    if ('isCut' in trouble) return 'cut before';
    return {
      answer: { ok: 0, code: trouble.code, errmsg: 'made to fail', errorLabels: trouble.labels ?? [] },
    };
  };
  const set = await startReplicaSet({ socket: join(store.directory, 'store.sock'), fault });
  return {
    uri: set.uri,
    isServer: false,
    fail: async (next) => {
      trouble = { ...next };
    },
    stepDown: (milliseconds = STEP_DOWN_MS) => set.stepDown(milliseconds),
    async stop() {
      await set.stop();
      await store.stop();
    },
  };
}

async function serving(uri: string): Promise<Troubled> {
  const client = new mongo.MongoClient(uri);
  const admin = client.db('admin');
  const failPoint = (name: string, mode: object | string, data?: object, of = admin) =>
    of.command({ configureFailPoint: name, mode, ...(data === undefined ? {} : { data }) });
  return {
    uri,
    isServer: true,
    async fail(trouble) {
      await failPoint(
        'failCommand',
        { times: trouble.times },
        {
          failCommands: trouble.commands,
          ...('isCut' in trouble
            ? { closeConnection: true }
            : { errorCode: trouble.code, errorLabels: trouble.labels ?? [] }),
        },
      );
    },
    async stepDown() {
      await admin
        .command({ replSetStepDown: STEP_DOWN_SECONDS, secondaryCatchUpPeriodSecs: 1, force: true })
        .catch((error: unknown) => {
          // The server ends the connection with the primary's office.
          if (!(error instanceof mongo.MongoNetworkError)) throw error;
        });
    },
    async stopReplication() {
      const { hosts, me } = await admin.command({ hello: 1 });
      const others = (hosts as string[])
        .filter((host) => host !== me)
        .map((host) => {
          const address = uri.replace(/^(mongodb:\/\/(?:[^@/]*@)?)[^/?]+/, `$1${host}`);
          return new mongo.MongoClient(address.replace(/replicaSet=[^&]*&?/, ''), { directConnection: true });
        });
      const all = (mode: string) =>
        Promise.all(others.map((other) => failPoint('stopReplProducer', mode, undefined, other.db('admin'))));
      await all('alwaysOn');
      return async () => {
        await all('off');
        await Promise.all(others.map((other) => other.close()));
      };
    },
    async stop() {
      await failPoint('failCommand', 'off');
      await client.close();
    },
  };
}
