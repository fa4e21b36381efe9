import type { Server } from 'bun';
import { type Environment, StartError } from '../process/environment.ts';
import { DATA_HEADERS } from './security-headers.ts';

/**
 * Seconds that an idle connection is kept: longer than a proxy keeps one for the next request (Caddy 120, nginx 60). Whoever sends a call on a
 * connection that this side closes at that moment gets no answer, and must not send it again by itself.
 */
const IDLE_SECONDS = 150;
/**
 * Bun's own limit, bytes, is out of the way: it answers without a code or a sentence. Nothing is read that no handler asks
 * for, and calls read up to the limit that they declare (`body.ts`).
 */
const REQUEST_LIMIT_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * Takes the address at once, before anything else is started: a second start on it must fail, so no reusePort.
 * Until `reload` gives it handlers it says that it is starting.
 * @throws StartError when the address is in use or may not be taken
 */
export function listen(environment: Pick<Environment, 'host' | 'port'>): Server<undefined> {
  const starting = () =>
    Response.json({ status: 'starting' }, { status: 503, headers: { ...DATA_HEADERS, 'retry-after': '1' } });
  try {
    return Bun.serve({
      hostname: environment.host,
      port: environment.port,
      reusePort: false,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: REQUEST_LIMIT_BYTES,
      development: false,
      fetch: starting,
    });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new StartError(
        `PORT: expected a free port, ${environment.host}:${environment.port} is in use; stop the program that has it or set another PORT`,
      );
    // Bun names a code of its own making here for names that lead nowhere, so none is told.
    throw new StartError(
      `HOST, PORT: expected an address of this machine and a port that this user may take, ${environment.host}:${environment.port} cannot be used`,
    );
  }
}

/** Stops accepting, waits until no request is in flight or `limitMs` is over, then closes what is left. */
export async function stopServer(server: Server<undefined>, limitMs: number): Promise<void> {
  void server.stop(false);
  const end = performance.now() + limitMs;
  while (server.pendingRequests > 0 && performance.now() < end) await Bun.sleep(10);
  await server.stop(true);
}
