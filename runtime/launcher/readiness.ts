/** Milliseconds between two questions. */
const PAUSE = 100;

/** Origin under which this machine reaches a server that listens on `host`. */
export function localOrigin(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = everywhere ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Asks `/readyz` until it answers 200; ends early without a result when `signal` is aborted. */
export async function untilReady(origin: string, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    const isReady = await fetch(`${origin}/readyz`, { signal }).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return true;
    await Bun.sleep(PAUSE);
  }
  return false;
}
