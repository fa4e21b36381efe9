import { readFileSync } from 'node:fs';

/** Linux counts CPU time of /proc in hundredths of a second (USER_HZ). */
const TICK_MICROSECONDS = 10_000;

/** CPU time that a process has used, in user and kernel mode, microseconds. */
export function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROSECONDS;
}

/** Resident memory of a process, bytes. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1024;
}
