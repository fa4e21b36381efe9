/** Milliseconds that a new code may take to reach the visit path: it follows the change feed. */
const LIMIT = 5_000;

/** Waits until a new code is known to the visit path. HEAD is not counted, whatever the code's rules say to it. */
export async function untilAnswered(origin: string, code: string): Promise<void> {
  const deadline = performance.now() + LIMIT;
  while ((await fetch(`${origin}/${code}`, { method: 'HEAD', redirect: 'manual' })).status === 404) {
    if (performance.now() > deadline) throw new Error(`code ${code} was still unknown after ${LIMIT} ms`);
    await Bun.sleep(10);
  }
}
