const isSupervised = () => process.env.WAYPOST_SUPERVISED === '1';

/** Longest that a process stays whose launcher was killed, milliseconds: with it the store has gone, and what waits for that waits in vain. */
const ALONE_MS = 5_000;

/**
 * Ends this process in an orderly way when it is asked to. Started by hand: at SIGTERM or SIGINT. Under the launcher: at
 * the end of stdin, whose other end the launcher holds, so that a killed launcher ends it too. Signals are ignored
 * there: Ctrl-C and service managers send them to all processes at once, and the store must outlive those that use it.
 * @param stop finishes the process's work; it is called once.
 */
export function stopWhenAsked(stop: () => Promise<void>, aloneMs = ALONE_MS): void {
  const launcher = process.ppid;
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    if (isSupervised() && process.ppid !== launcher) setTimeout(() => process.exit(1), aloneMs);
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  if (!isSupervised()) {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
    return;
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.stdin.on('end', end);
  process.stdin.on('close', end);
  process.stdin.on('error', end);
  process.stdin.resume();
}

/**
 * Tells whoever started this process by hand, or a test, that it serves: one JSON line on standard output.
 * The launcher asks `/readyz` instead, and its terminal stays free of such lines.
 */
export function announceReady(): void {
  if (isSupervised()) return;
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
}
