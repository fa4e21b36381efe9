import { errors } from '@waypost/contract';
import { networkOf } from '../../sdk/network-of.ts';

/** Seconds that a refused caller is asked to wait. */
const COME_BACK_SECONDS = 5;

/** Whose work it is. The gate is fair between kinds first, then between addresses. */
export interface Turn {
  /** What it is for, such as `login`. */
  kind: string;
  /** Address of the client; empty for the server's own work. */
  address: string;
  /** Whoever asked has gone: the place in the queue is given up. */
  signal?: AbortSignal | undefined;
}

export type Gate = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;

export interface GateLimits {
  /** Pieces of work at once; one address holds at most half of the places, so that others find one. */
  running: number;
  /** Pieces that wait, of each kind; one address has at most a quarter of them. */
  waiting: number;
  /** Longest wait, milliseconds. */
  waitMs: number;
  /** Calls back after so many milliseconds unless it is cancelled; default: the system's timer. */
  schedule?: (work: () => void, milliseconds: number) => () => void;
}

interface Waiting {
  network: string;
  start(): void;
  refuse(): void;
}
/** Waiting pieces by network; kinds and networks in the order in which their turn comes. */
type Queue = Map<string, Waiting[]>;

/**
 * Lets in what takes memory and a thread each. Places go round over the kinds and within a kind over the networks that
 * wait, however many pieces each of them has there. Errors: `too_many_requests` 429 for whoever finds the queue of the
 * kind or the own part of it full, is pushed out of a full one by a network that has fewer there, or waits too long;
 * `timed_out` 504 for whoever has gone.
 */
export function createGate(limits: GateLimits): Gate {
  const share = Math.max(1, Math.floor(limits.running / 2));
  const waitingShare = Math.max(1, Math.floor(limits.waiting / 4));
  const schedule = limits.schedule ?? systemTimer;
  const queues = new Map<string, Queue>();
  const held = new Map<string, number>();
  let running = 0;

  const hasPlace = (network: string) => running < limits.running && (held.get(network) ?? 0) < share;

  function hold(network: string, change: 1 | -1): void {
    running += change;
    const count = (held.get(network) ?? 0) + change;
    if (count === 0) held.delete(network);
    else held.set(network, count);
  }

  /** The next one whose network has a place left; its network and kind go to the end of the line. */
  function takeNext(): Waiting | undefined {
    for (const [kind, queue] of queues) {
      for (const [network, line] of queue) {
        if (!hasPlace(network)) continue;
        const next = line.shift();
        queue.delete(network);
        if (line.length > 0) queue.set(network, line);
        queues.delete(kind);
        if (queue.size > 0) queues.set(kind, queue);
        return next;
      }
    }
    return undefined;
  }

  function startWaiting(): void {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      hold(next.network, 1);
      next.start();
    }
  }

  function leave(kind: string, one: Waiting): void {
    const queue = queues.get(kind);
    const line = queue?.get(one.network);
    const at = line?.indexOf(one) ?? -1;
    if (queue === undefined || line === undefined || at === -1) return;
    line.splice(at, 1);
    if (line.length === 0) queue.delete(one.network);
    if (queue.size === 0) queues.delete(kind);
  }

  /** Room for one more of a network; in a full queue the last of whoever has most there goes. */
  function makeRoom(kind: string, network: string): void {
    const queue = queues.get(kind) ?? new Map<string, Waiting[]>();
    const own = queue.get(network)?.length ?? 0;
    if (own >= waitingShare) throw tooMany();
    const lines = [...queue.values()];
    if (lines.reduce((sum, line) => sum + line.length, 0) < limits.waiting) return;
    const longest = lines.reduce((most, line) => (line.length > most.length ? line : most), []);
    if (longest.length <= own + 1) throw tooMany();
    longest.at(-1)?.refuse();
  }

  function place({ kind, address, signal }: Turn): Promise<void> {
    const network = networkOf(address);
    if (hasPlace(network)) {
      hold(network, 1);
      return Promise.resolve();
    }
    makeRoom(kind, network);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        cancel();
        signal?.removeEventListener('abort', gone);
        leave(kind, one);
        settle();
      };
      const one: Waiting = { network, start: end(resolve), refuse: end(() => reject(tooMany())) };
      const gone = end(() => reject(errors.timedOut.create({}, { cause: signal?.reason })));
      const cancel = schedule(one.refuse, limits.waitMs);
      signal?.addEventListener('abort', gone, { once: true });
      const queue: Queue = queues.get(kind) ?? new Map();
      queue.set(network, [...(queue.get(network) ?? []), one]);
      queues.set(kind, queue);
    });
  }

  return async (turn, work) => {
    await place(turn);
    try {
      return await work();
    } finally {
      hold(networkOf(turn.address), -1);
      startWaiting();
    }
  };
}

const tooMany = () => errors.tooManyRequests.create({ seconds: COME_BACK_SECONDS });

function systemTimer(work: () => void, milliseconds: number): () => void {
  const timer = setTimeout(work, milliseconds);
  return () => clearTimeout(timer);
}
