import { type Kernel, syscallNumber } from './syscalls.ts';

const SET_PARENT_DEATH_SIGNAL = 1;
const KILL = 9;
const SET_DUMPABLE = 4;
const SET_NO_NEW_PRIVILEGES = 38;
const DROP_FROM_BOUNDING_SET = 24;
const SET_SECURE_BITS = 28;
/** SECBIT_NOROOT and its lock: user 0 gets no capabilities at exec (include/uapi/linux/securebits.h). */
const ROOT_IS_NOBODY_SPECIAL = 0b11;
const LAST_CAPABILITY = 63;
const CAPABILITY_VERSION = 0x20080522;

const LIMIT = { core: 4, files: 7 } as const;
const OPEN_FILES = 256n;
const PROCESS_ITSELF = 0;
/** Last in line for the disk (include/uapi/linux/ioprio.h): the lowest priority of those that are still served. */
const IO_OF_PROCESS = 1;
const LAST_FOR_DISK = (2 << 13) | 7;

/** From now on no program that this process becomes can gain rights. @returns whether it holds */
export function renounceNewRights(kernel: Kernel): boolean {
  return kernel.call(syscallNumber(kernel.architecture, 'prctl'), SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) === 0;
}

/** No other process of this user reads this one's memory or environment, and none of it goes into a core dump. */
export function hideMemory(kernel: Kernel): void {
  kernel.call(syscallNumber(kernel.architecture, 'prctl'), SET_DUMPABLE, 0, 0, 0, 0);
}

/** The process is killed when the one that started it ends, however that was: an endless loop sees no closed channel. */
export function endWithParent(kernel: Kernel): void {
  kernel.call(syscallNumber(kernel.architecture, 'prctl'), SET_PARENT_DEATH_SIGNAL, KILL, 0, 0, 0);
}

/** Gives up every capability of the super user, for this thread and whatever it becomes; without effect for other users. */
export function dropCapabilities(kernel: Kernel): void {
  const prctl = syscallNumber(kernel.architecture, 'prctl');
  for (let one = 0; one <= LAST_CAPABILITY; one += 1)
    kernel.call(prctl, DROP_FROM_BOUNDING_SET, one, 0, 0, 0);
  kernel.call(prctl, SET_SECURE_BITS, ROOT_IS_NOBODY_SPECIAL, 0, 0, 0);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(CAPABILITY_VERSION, 0);
  kernel.call(syscallNumber(kernel.architecture, 'capset'), header, Buffer.alloc(24));
}

/** No core dumps (they would hold what the host sent), few open files, and processor and disk go to others first. */
export function lowerLimits(kernel: Kernel, niceness: number): void {
  const setrlimit = syscallNumber(kernel.architecture, 'setrlimit');
  kernel.call(setrlimit, LIMIT.core, new BigUint64Array([0n, 0n]));
  kernel.call(setrlimit, LIMIT.files, new BigUint64Array([OPEN_FILES, OPEN_FILES]));
  kernel.call(syscallNumber(kernel.architecture, 'setpriority'), 0, PROCESS_ITSELF, niceness);
  kernel.call(syscallNumber(kernel.architecture, 'ioprio_set'), IO_OF_PROCESS, PROCESS_ITSELF, LAST_FOR_DISK);
}
