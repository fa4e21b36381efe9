import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../product.ts';

/** What goes wrong before a kill: a process stands still, or the journal's file cannot grow. */
export type Trouble =
  | 'the runtime stands still'
  | 'the aggregator stands still'
  | 'the store stands still'
  | 'writes fail';

const TROUBLES: readonly (Trouble | undefined)[] = [
  undefined,
  undefined,
  'the runtime stands still',
  'the aggregator stands still',
  'the store stands still',
  'writes fail',
  'writes fail',
];
const VICTIMS = {
  'the runtime stands still': 'runtime',
  'the aggregator stands still': 'aggregator',
  'the store stands still': 'store',
} as const;
/** Longest that one lasts, milliseconds. */
const LONGEST = 900;
/** Most that a journal's file may still grow while writes fail: some batches, and a part of one. */
const ROOM_BYTES = 4096;

/** What a round begins with; nothing, sometimes. */
export function drawTrouble(random: () => number): Trouble | undefined {
  return TROUBLES[Math.floor(random() * TROUBLES.length)];
}

/** Makes the trouble for some time. It is over for those who live when this returns, or else goes on until they are killed. */
export async function makeTrouble(product: Product, trouble: Trouble, random: () => number): Promise<void> {
  const goesOn = random() < 0.5;
  const wait = () => Bun.sleep(random() * LONGEST);
  if (trouble === 'writes fail') {
    const pid = product.childPids().runtime;
    if (pid === undefined) return;
    const room = largestFile(join(product.dataDir, 'journal')) + Math.floor(random() * ROOM_BYTES);
    limitFiles(pid, String(room));
    await wait();
    if (!goesOn) limitFiles(pid, 'unlimited');
    // A runtime that is not killed in this round must be able to write again by its end.
    else setTimeout(() => limitFiles(pid, 'unlimited'), LONGEST);
    return;
  }
  const pid = product.childPids()[VICTIMS[trouble]];
  if (pid === undefined) return;
  signal(pid, 'SIGSTOP');
  await wait();
  if (goesOn) setTimeout(() => signal(pid, 'SIGCONT'), LONGEST);
  else signal(pid, 'SIGCONT');
}

/** Limits how large a file of a running process may grow, as a full disk would. Only the soft limit, which can be lifted again. */
export function limitFiles(pid: number, bytes: string): void {
  const { exitCode, stderr } = Bun.spawnSync(['prlimit', '--pid', String(pid), `--fsize=${bytes}:`]);
  if (exitCode !== 0 && isAlive(pid)) throw new Error(`prlimit: ${stderr.toString()}`);
}

/** Bytes of the largest file below a directory. Files that go meanwhile are none. */
export function largestFile(directory: string): number {
  const sizes = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0);
  return Math.max(0, ...sizes);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // It ended, by a kill of the round.
    return false;
  }
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  if (isAlive(pid)) process.kill(pid, name);
}
