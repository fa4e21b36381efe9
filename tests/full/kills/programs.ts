/** Processes that one has started, such as that of tronweb below the runtime. */
export function programs(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  return Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)])
    .stdout.toString()
    .split('\n')
    .map((line) => Number.parseInt(line, 10))
    .filter(Number.isInteger);
}
