import type { Disposer, Session, VisitAccess } from '@waypost/sdk';
import type { Peer } from '../channel/peer.ts';
import { REMOTE_VISITS } from '../remote-methods.ts';

/** The store's names of a transaction. */
export interface TransactionName {
  id: string;
  number: number;
}

export interface RemoteVisitsOptions {
  peer: Peer;
  /** Does anything in the session, so that the store has begun its transaction. */
  begin(session: Session): Promise<unknown>;
}

export interface RemoteVisits {
  visits: VisitAccess;
  /** The store's name of a transaction, in which the host takes part from now on. */
  joined(session: Session): Promise<TransactionName>;
  /** Told by the host after visits were counted. */
  aggregated(): void;
  /** Follows the plugin's transactions: the host takes part in those that publish links. */
  watcher: {
    begins(session: Session): void;
    committed(session: Session): Promise<void>;
    ended(session: Session): void;
  };
}

/** Links and the statistics of visits through the host. */
export function createRemoteVisits({ peer, begin }: RemoteVisitsOptions): RemoteVisits {
  const listeners = new Set<() => void>();
  const written = new WeakMap<Session, TransactionName>();

  const ask = (method: string, ...given: unknown[]) => peer.ask('visits', { method, given });
  const joined = async (session: Session): Promise<TransactionName> => {
    if (written.get(session)?.number !== nameOf(session).number) await begin(session);
    const transaction = nameOf(session);
    written.set(session, transaction);
    return transaction;
  };
  const write = async (method: string, given: unknown, session: Session) => {
    if (!session.inTransaction()) throw new TypeError('links are written inside a transaction');
    await peer.ask('visits.write', { method, given, transaction: await joined(session) });
  };
  const over = async (session: Session, isCommitted: boolean) => {
    const transaction = written.get(session);
    written.delete(session);
    if (transaction !== undefined) await peer.ask('visits.over', { transaction, isCommitted });
  };

  const own: Partial<VisitAccess> = {
    publish: (links, session) => write('publish', links, session),
    publishPools: (pools, session) => write('publishPools', pools, session),
    publishForwards: (forwards, session) => write('publishForwards', forwards, session),
    publishShields: (shields, session) => write('publishShields', shields, session),
    retire: (links, session) => write('retire', links, session),
    withdraw: (ids, session) => write('withdraw', ids, session),
    async totals(ids) {
      return new Map((await ask('totals', ids)) as never);
    },
    onAggregated(listener): Disposer {
      if (listeners.size === 0) peer.tell('visits.follow', true);
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) peer.tell('visits.follow', false);
      };
    },
  };
  const visits = new Proxy(own as VisitAccess, {
    get(target, method) {
      if (typeof method !== 'string' || method === 'then') return undefined;
      if (method in target) return target[method as keyof VisitAccess];
      if (!REMOTE_VISITS.has(method))
        throw new TypeError(`visits.${method} is not there for a plugin in a process of its own`);
      return (...given: unknown[]) => ask(method, ...given);
    },
  });
  return {
    visits,
    joined,
    aggregated() {
      for (const listener of listeners) listener();
    },
    watcher: {
      // The attempt before is void; the host forgets it.
      begins: (session) => void over(session, false).catch(() => {}),
      committed: (session) => over(session, true),
      ended: (session) => void over(session, false).catch(() => {}),
    },
  };
}

function nameOf(session: Session): TransactionName {
  const { id, serverSession } = session as unknown as {
    id: { id: { buffer: Uint8Array } };
    serverSession: { txnNumber: number };
  };
  return { id: Buffer.from(id.id.buffer).toString('hex'), number: serverSession.txnNumber };
}
