import {
  type RetiredLink,
  retiredLink,
  visitForwards,
  visitLink,
  visitPool,
  visitShield,
} from '@waypost/contract';
import type { Logger, Session, VisitAccess } from '@waypost/sdk';
import { z } from 'zod';
import type { JoinedTransaction, TransactionName } from '../../storage/index.ts';

export const zTransaction = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), number: z.int().min(0) });
const zWrite = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('publish'),
    given: z.array(visitLink).max(10_000),
    transaction: zTransaction,
  }),
  z.object({
    method: z.literal('publishPools'),
    given: z.array(visitPool).max(1_000),
    transaction: zTransaction,
  }),
  z.object({
    method: z.literal('publishForwards'),
    given: z.array(visitForwards).max(1_000),
    transaction: zTransaction,
  }),
  z.object({
    method: z.literal('publishShields'),
    given: z.array(visitShield).max(1_000),
    transaction: zTransaction,
  }),
  z.object({
    method: z.literal('retire'),
    given: z.array(retiredLink).max(10_000),
    transaction: zTransaction,
  }),
  z.object({
    method: z.literal('withdraw'),
    given: z.array(z.string().regex(/^[0-9a-f]{24}$/)).max(10_000),
    transaction: zTransaction,
  }),
]);
const zOver = z.object({ transaction: zTransaction, isCommitted: z.boolean() });

/** Longest that the store keeps a transaction open is a minute. */
const FORGET_MS = 120_000;
const MOST_AT_ONCE = 200;

export interface VisitWritesOptions {
  plugin: string;
  log: Logger;
  visits(): VisitAccess;
  join(name: TransactionName): JoinedTransaction;
  /** Which plugin has published these links. */
  pluginsOf(linkIds: readonly string[], session: Session): Promise<ReadonlyMap<string, string>>;
}

/** Links that a plugin in a process of its own publishes: written here, in the transaction that it has begun there. */
export interface VisitWrites {
  /** The session of a transaction of the plugin, in which this process takes part. */
  sessionOf(transaction: TransactionName): Session;
  /** @throws TypeError for links of another plugin */
  write(params: unknown): Promise<null>;
  /** The plugin's transaction is over; once it is committed this resolves when visits to this process go by it. */
  over(params: unknown): Promise<null>;
}

export function createVisitWrites(options: VisitWritesOptions): VisitWrites {
  const joined = new Map<string, { transaction: JoinedTransaction; timer: ReturnType<typeof setTimeout> }>();

  const keyOf = ({ id, number }: TransactionName) => `${id}/${number}`;
  const end = async (key: string) => {
    const known = joined.get(key);
    joined.delete(key);
    clearTimeout(known?.timer);
    await known?.transaction.end().catch((error: unknown) => {
      options.log.warn({ error }, 'a joined transaction could not be left');
    });
  };
  function join(name: TransactionName): JoinedTransaction {
    const key = keyOf(name);
    const known = joined.get(key);
    if (known !== undefined) return known.transaction;
    if (joined.size >= MOST_AT_ONCE)
      throw new TypeError(`more than ${MOST_AT_ONCE} transactions publish links at once`);
    const transaction = options.join(name);
    joined.set(key, { transaction, timer: setTimeout(() => void end(key), FORGET_MS) });
    return transaction;
  }

  /** Who publishes over a link takes it: only its own plugin may. */
  async function requireOwn(ids: readonly string[], session: Session): Promise<void> {
    for (const [id, plugin] of await options.pluginsOf(ids, session))
      if (plugin !== options.plugin)
        throw new TypeError(`link ${id} belongs to plugin ${plugin}, not to ${options.plugin}`);
  }

  async function requireOwnNames(
    links: readonly Pick<RetiredLink, 'id' | 'plugin'>[],
    session: Session,
  ): Promise<void> {
    for (const link of links)
      if (link.plugin !== options.plugin)
        throw new TypeError(`link ${link.id} names plugin ${link.plugin}, not ${options.plugin}`);
    await requireOwn(
      links.map(({ id }) => id),
      session,
    );
  }

  return {
    sessionOf: (transaction) => join(transaction).session,
    async write(params) {
      const write = zWrite.parse(params);
      const { session } = join(write.transaction);
      if (write.method === 'withdraw') {
        await requireOwn(write.given, session);
        await options.visits().withdraw(write.given, session);
        return null;
      }
      await requireOwnNames(write.given, session);
      if (write.method === 'retire') await options.visits().retire(write.given, session);
      else if (write.method === 'publishPools') await options.visits().publishPools(write.given, session);
      else if (write.method === 'publishForwards')
        await options.visits().publishForwards(write.given, session);
      else if (write.method === 'publishShields') await options.visits().publishShields(write.given, session);
      else await options.visits().publish(write.given, session);
      return null;
    },
    async over(params) {
      const { transaction, isCommitted } = zOver.parse(params);
      const key = keyOf(transaction);
      if (isCommitted) await joined.get(key)?.transaction.committed();
      await end(key);
      return null;
    },
  };
}
