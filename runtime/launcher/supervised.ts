/**
 * Ends this process in an orderly way when the launcher goes away: the launcher holds the other end of stdin,
 * so a killed launcher closes it. Without WAYPOST_SUPERVISED=1 (a process started by hand) it does nothing.
 * @param stop finishes the process's work; it is called once.
 */
export function exitWithParent(stop: () => Promise<void>): void {
  if (process.env.WAYPOST_SUPERVISED !== '1') return;
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.stdin.on('end', end);
  process.stdin.on('close', end);
  process.stdin.on('error', end);
  process.stdin.resume();
}

/**
 * Tells whoever started this process by hand, or a test, that it serves: one JSON line on standard output.
 * The launcher asks `/readyz` instead, and its terminal stays free of such lines.
 */
export function announceReady(details: Readonly<Record<string, string>> = {}): void {
  if (process.env.WAYPOST_SUPERVISED === '1') return;
  process.stdout.write(`${JSON.stringify({ ready: true, ...details })}\n`);
}
