import { readdirSync, readFileSync } from 'node:fs';

/** Linux tells processor time in hundredths of a second on every architecture (USER_HZ). */
const MS_A_TICK = 10;

/** Time that the processor has worked for all threads of a process, milliseconds; 0 where the system does not tell. */
export function processorMs(pid: number): number {
  return workedFor(`/proc/${pid}/stat`);
}

/** As {@link processorMs}, for the thread that the process began with: where JavaScript's event loop turns. */
export function firstThreadMs(pid: number): number {
  return workedFor(`/proc/${pid}/task/${pid}/stat`);
}

/** Threads of a process; none where the system does not tell. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // Gone, or a system without /proc.
    return [];
  }
}

/** How many threads of a process want to run just now, whether or not the machine lets them. */
export function runnableThreads(pid: number): number {
  return threadsOf(pid).filter((thread) => statOf(`/proc/${pid}/task/${thread}/stat`)[0] === 'R').length;
}

/**
 * Memory that exists because of a process, and its threads; 0 where the system does not tell. Beside its pages, in
 * memory, swapped out or huge, these are the tables by which the kernel finds them: for pages that were only looked at
 * there is nothing else.
 */
export function usageOf(pid: number): { bytes: number; threads: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    const kibibytes = number('VmRSS') + number('VmSwap') + number('VmPTE') + number('HugetlbPages');
    return { bytes: kibibytes * 1024, threads: number('Threads') };
  } catch {
    // Gone, or a system without /proc.
    return { bytes: 0, threads: 0 };
  }
}

function workedFor(file: string): number {
  const [, , , , , , , , , , , inProgram = 0, inKernel = 0] = statOf(file);
  return (Number(inProgram) + Number(inKernel)) * MS_A_TICK;
}

/** What stands behind the name, which may hold blanks: the state is field 3, utime and stime are 14 and 15 (proc_pid_stat). */
function statOf(file: string): string[] {
  try {
    return (readFileSync(file, 'utf8').split(') ').at(-1) ?? '').split(' ');
  } catch {
    // Gone, or a system without /proc.
    return [];
  }
}
