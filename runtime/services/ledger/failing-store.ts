import { type Connection, mongo } from 'mongoose';

/** What the process ends with in a test; the driver looks at errors of a commit. */
export class ProcessGone extends mongo.MongoError {}

/**
 * A connection whose process is gone at its nth step: a command of a collection or of several, before it or when it is done, and the
 * commit, before it or when it is done. Steps count from 0; what is left open is aborted, as the store does it.
 */
export function failingConnection(
  connection: Connection,
  at: number,
): { connection: Connection; steps(): number } {
  let step = -1;
  const begin = () => {
    step += 1;
    if (step === at) throw new ProcessGone(`step ${at}`);
  };
  const ending = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    begin();
    return done;
  };
  const collection = (name: string) =>
    new Proxy(connection.collection(name), {
      get(target, method) {
        const found: unknown = Reflect.get(target, method);
        if (typeof found !== 'function') return found;
        return (...given: unknown[]) => {
          begin();
          const outcome: unknown = Reflect.apply(found, target, given);
          return outcome instanceof Promise ? ending(outcome) : outcome;
        };
      },
    });
  const getClient = () => ({
    bulkWrite: (...given: Parameters<mongo.MongoClient['bulkWrite']>) => {
      begin();
      return ending(connection.getClient().bulkWrite(...given));
    },
  });
  const startSession = async () => {
    const session = await connection.startSession();
    const commit = session.commitTransaction.bind(session);
    session.commitTransaction = async () => {
      begin();
      await ending(commit());
    };
    return session;
  };
  return {
    connection: { name: connection.name, collection, getClient, startSession } as unknown as Connection,
    steps: () => step + 1,
  };
}
