import { type ApiError, clientStore } from '@waypost/host-sdk';
import { atom } from 'jotai';

/** What the banner says: all well, no answer at all, or a server that answers but cannot work. */
export type Health = 'ok' | 'unreachable' | 'unready' | 'maintenance';

export const healthAtom = atom<Health>('ok');

/** Learns from every call whether the server is there. */
export function noteOutcome(error: ApiError | undefined): void {
  const health = healthOf(error);
  if (health !== undefined && clientStore.get(healthAtom) !== health) clientStore.set(healthAtom, health);
}

/** Undefined: the answer says nothing about the server's state. */
export function healthOf(
  error: Pick<ApiError, 'code' | 'status' | 'isNetwork'> | undefined,
): Health | undefined {
  if (!error) return 'ok';
  if (error.isNetwork) return 'unreachable';
  if (error.code === 'maintenance') return 'maintenance';
  if (error.status === 502 || error.status === 503 || error.status === 504) return 'unready';
  return error.status < 500 ? 'ok' : undefined;
}

/** Whether the server says that it can work. */
export async function isReady(): Promise<boolean> {
  try {
    // The status says it all: a body that nobody reads keeps the request open.
    return (await fetch('/readyz', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    // No connection: the next probe asks again.
    return false;
  }
}
