import { type AuditEntry, actorOf, type Clock, newId, type Random } from '@waypost/sdk';
import type { Collection, Connection, mongo } from 'mongoose';
import { hasDuplicateKey } from '../../storage/index.ts';
import type { AuditDocument, ChainHead } from '../collections.ts';
import { GENESIS, hashOf } from './chain-hash.ts';
import type { Checkpoints } from './checkpoint.ts';
import { createHeadNotes } from './head-notes.ts';
import { joinedTargets } from './joined-targets.ts';
import { type ChainVerdict, type VerifyOptions, verifyChain } from './verify-chain.ts';
import { withoutSecrets } from './without-secrets.ts';

/** What an entry says, before it has its place in the chain. */
export type AuditFacts = Pick<
  AuditDocument,
  | 'type'
  | 'plugin'
  | 'actor'
  | 'ip'
  | 'user_agent'
  | 'request_id'
  | 'target'
  | 'before'
  | 'after'
  | 'server_ip'
>;

/** One that has its id and its time, and no place yet. */
export type NotedEntry = AuditFacts & Pick<AuditDocument, '_id' | 'time'>;

/** What is to be written; `actor` null: nobody. */
export type NewAuditEntry = Omit<AuditEntry, 'actor'> & { plugin: string; actor?: AuditDocument['actor'] };

export interface AuditLog {
  record(entry: NewAuditEntry): Promise<void>;
  /**
   * Appends what was noted in another collection, in its order, and removes it there; once for each `_id`, whichever and however
   * many processes do it.
   */
  adopt(noted: readonly NotedEntry[], from: Collection<NotedEntry>): Promise<void>;
  /** A page of entries, newest first; `page` from 1. `from`: none before this number of the log. */
  page(query: {
    plugin: string | undefined;
    target?: string;
    type?: string;
    from?: number;
    page: number;
    pageSize: number;
  }): Promise<{ entries: AuditDocument[]; count: number }>;
  /** Walks the whole chain, in a few megabytes however long it is. */
  verify(options?: VerifyOptions): Promise<ChainVerdict>;
  /** Waits until what was recorded is written, and where the log ends is noted with it. */
  stop(): Promise<void>;
}

/**
 * An append-only log whose entries carry the hash of the one before: an edit, an insertion or a removal shows. Who can
 * write to the whole store can make up another history; what must outlast that belongs outside of it (store export).
 * Processes agree on the order by the unique `seq`; the loser of a race appends behind the winner.
 */
export function createAuditLog(options: {
  connection: Pick<Connection, 'name' | 'getClient'>;
  collection: Collection<AuditDocument>;
  heads: Collection<ChainHead>;
  clock: Clock;
  random: Random;
  /** Address of this machine. */
  serverIp?: string | undefined;
  /** Of a log whose old end may be removed. */
  checkpoints?: Checkpoints;
}): AuditLog {
  const { collection, heads, clock, random } = options;
  const _id = collection.collectionName;
  let last: { seq: number; hash: string } | undefined;
  let queue: Promise<void> = Promise.resolve();

  /** The entry that the next one follows. After a loss at the end a gap stays, which `verify` finds for ever. */
  async function readLast(): Promise<{ seq: number; hash: string }> {
    const newest = await collection.find({}).sort({ seq: -1 }).limit(1).next();
    const head = await heads.findOne({ _id });
    const last = newest ?? { seq: 0, hash: GENESIS };
    const { seq, hash } = head !== null && head.seq > last.seq ? head : last;
    return { seq, hash };
  }

  const headNotes = createHeadNotes({ heads, id: _id, last: () => last });

  /** All of them with one write: whoever buys something waits for the disk here. */
  async function append(noted: readonly NotedEntry[], taken?: Taken): Promise<void> {
    for (let left = noted; left.length > 0; ) {
      last ??= await readLast();
      let place = last;
      const entries = left.map(({ _id: id, time, ...facts }): AuditDocument => {
        const content = { seq: place.seq + 1, ...facts, time, previous: place.hash };
        place = { seq: content.seq, hash: hashOf(content) };
        return { _id: id, ...content, hash: place.hash, ...joinedTargets(facts.target) };
      });
      try {
        await write(options.connection, { to: _id, entries, taken });
        last = place;
        void headNotes.note();
        return;
      } catch (error) {
        last = undefined;
        if (!hasDuplicateKey(error)) throw error;
        // Somebody else has appended the same, or something else in its place; what stands before that is written.
        left = await withoutThose(left);
      }
    }
    // Others had appended all of it.
    await taken?.from.deleteMany(taken.filter);
  }

  async function withoutThose(noted: readonly NotedEntry[]): Promise<NotedEntry[]> {
    const ids = noted.map(({ _id }) => _id);
    const there = await collection.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const known = new Set(there.map(({ _id }) => _id));
    return noted.filter(({ _id }) => !known.has(_id));
  }

  const inTurn = (noted: readonly NotedEntry[], taken?: Taken): Promise<void> => {
    const written = queue.then(() => append(noted, taken));
    queue = written.catch(() => undefined);
    return written;
  };

  let hasJoined: boolean | undefined;
  /** An index for each half: few logs have entries about several at once, and those are not asked for what they have not. */
  async function targetFilter(target: string) {
    hasJoined ||=
      (await collection.findOne({ targets: { $exists: true } }, { projection: { _id: 1 } })) !== null;
    return hasJoined ? { $or: [{ target }, { targets: target }] } : { target };
  }

  return {
    record: (entry) =>
      inTurn([{ _id: newId({ clock, random }), time: clock.date(), ...auditFacts(entry, options.serverIp) }]),
    adopt: (noted, from) => inTurn(noted, { from, filter: { _id: { $in: noted.map(({ _id }) => _id) } } }),
    page: async ({ plugin, target, type, from, page, pageSize }) => {
      const filter = {
        ...(plugin === undefined ? {} : { plugin }),
        ...(target === undefined ? {} : await targetFilter(target)),
        ...(type === undefined ? {} : { type }),
        ...(from === undefined ? {} : { seq: { $gte: from } }),
      };
      const entries = await collection
        .find(filter)
        .sort({ seq: -1 })
        .skip((page - 1) * pageSize)
        .limit(pageSize)
        .toArray();
      return { entries, count: await collection.countDocuments(filter) };
    },
    verify: (run) => verifyChain({ collection, heads, checkpoints: options.checkpoints }, run),
    async stop() {
      await queue;
      await headNotes.stop();
    },
  };
}

/** An entry as the store keeps it, secrets taken out. `serverIp`: of the machine that it is written on. */
export function auditFacts({ request, ...entry }: NewAuditEntry, serverIp?: string): AuditFacts {
  return {
    type: entry.type,
    plugin: entry.plugin,
    actor: request?.caller ? actorOf(request.caller) : (entry.actor ?? null),
    ip: request?.address ?? null,
    user_agent: request?.userAgent.slice(0, 500) ?? null,
    request_id: request?.requestId ?? null,
    target: entry.target ?? null,
    before: asJson(entry.before),
    after: asJson(entry.after),
    ...(serverIp === undefined ? {} : { server_ip: serverIp }),
  };
}

function asJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(withoutSecrets(value));
}

/** One command, which goes to the disk once: what is appended here is removed there. */
async function write(
  connection: Pick<Connection, 'name' | 'getClient'>,
  { to, entries, taken }: { to: string; entries: readonly AuditDocument[]; taken: Taken | undefined },
): Promise<void> {
  const database = connection.name;
  const models: mongo.AnyClientBulkWriteModel<mongo.Document>[] = entries.map((document) => ({
    name: 'insertOne',
    namespace: `${database}.${to}`,
    document: document as mongo.Document,
  }));
  if (taken !== undefined)
    models.push({
      name: 'deleteMany',
      namespace: `${database}.${taken.from.collectionName}`,
      filter: taken.filter as mongo.Document,
    });
  await connection.getClient().bulkWrite(models);
}

/** What is removed elsewhere with what is appended. */
interface Taken {
  from: Collection<NotedEntry>;
  filter: { _id: { $in: string[] } };
}
