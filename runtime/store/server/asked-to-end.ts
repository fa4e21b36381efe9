/**
 * Resolves when this process is asked to end: at SIGTERM or SIGINT, or at the end of its standard input. Where that is
 * held by whoever started it, a starter that was killed ends the store too, and signals are ignored: Ctrl-C and service
 * managers send them to all processes at once, and the store must outlive those that use it.
 */
export function askedToEnd({ isHeldByInput }: { isHeldByInput: boolean }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, isHeldByInput ? () => undefined : () => resolve());
  if (!isHeldByInput) return promise;
  process.on('SIGHUP', () => undefined);
  for (const event of ['end', 'close', 'error'] as const) process.stdin.on(event, () => resolve());
  process.stdin.resume();
  return promise;
}
