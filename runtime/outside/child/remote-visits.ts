import type { Disposer, Session, VisitAccess } from '@waypost/sdk';
import type { Peer } from '../channel/peer.ts';
import { REMOTE_VISITS } from '../remote-methods.ts';

const listeners = new Set<() => void>();

/** Told by the host after visits were counted. */
export function visitsFolded(): void {
  for (const listener of listeners) listener();
}

/** Links and visit facts through the host. */
export function createRemoteVisits(peer: Peer): VisitAccess {
  const ask = (method: string, ...given: unknown[]) => peer.ask('visits', { method, given });
  const write = async (method: string, given: unknown, session: Session) => {
    await peer.ask('visits.write', { method, given, session: await describeSession(session) });
  };
  const own: Partial<VisitAccess> = {
    publish: (links, session) => write('publish', links, session),
    withdraw: (ids, session) => write('withdraw', ids, session),
    async totals(ids) {
      return new Map((await ask('totals', ids)) as never);
    },
    onFolded(listener): Disposer {
      if (listeners.size === 0) peer.tell('visits.follow', true);
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) peer.tell('visits.follow', false);
      };
    },
  };
  return new Proxy(own as VisitAccess, {
    get(target, method) {
      if (typeof method !== 'string' || method === 'then') return undefined;
      if (method in target) return target[method as keyof VisitAccess];
      if (!REMOTE_VISITS.has(method))
        throw new TypeError(`visits.${method} is not there for a plugin in a process of its own`);
      return (...given: unknown[]) => ask(method, ...given);
    },
  });
}

/** The store's names for the transaction that a session is in; it is begun there first, so that the host can join it. */
async function describeSession(session: Session): Promise<{ id: string; number: string }> {
  if (!session.inTransaction()) throw new TypeError('links are written inside a transaction');
  const { id, serverSession } = session as unknown as {
    id: { id: { buffer: Uint8Array } };
    serverSession: { txnNumber: number };
  };
  return { id: Buffer.from(id.id.buffer).toString('hex'), number: String(serverSession.txnNumber) };
}
