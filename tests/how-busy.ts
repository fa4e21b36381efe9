/** Processor time of one measure, microseconds: several turns of what else wants the core. */
const WORK_MICROS = 60_000;

/**
 * How many times longer work takes now than on a machine with a core for it: 1 where nobody else wants it. It is measured on work that
 * waits for nothing, so that it says nothing of the product, and processes of the product get as much of the machine as this one.
 */
export function howBusy(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(before);
    const spent = user + system;
    if (spent < WORK_MICROS) continue;
    return Math.max(1, ((performance.now() - began) * 1_000) / spent);
  }
}
