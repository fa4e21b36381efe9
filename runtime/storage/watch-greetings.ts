import type { mongo } from 'mongoose';
import { type Greeting, unfitReason } from './require-fit.ts';

/**
 * Follows what the members say of themselves. A driver takes a server that is none of the replica set which the connection string names
 * for one that is away: it says that nobody answers, and never why.
 * @returns why none of those that answer can be used; undefined: one can, or none answers
 */
export function watchGreetings(client: mongo.MongoClient): () => string | undefined {
  const wanted = client.options.replicaSet;
  const reasons = new Map<string, string | undefined>();
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
    reasons.set(connectionId, unfitReason(reply as Greeting, wanted));
  });
  client.on('serverHeartbeatFailed', ({ connectionId }) => void reasons.delete(connectionId));
  return () => {
    const said = [...reasons.values()];
    return said.includes(undefined) ? undefined : said[0];
  };
}
