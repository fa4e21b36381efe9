import {
  type Architecture,
  AUDIT_ARCHITECTURE,
  type Kernel,
  SHARED_NUMBERS,
  type SyscallName,
  syscallNumber,
} from './syscalls.ts';

/** Instructions of classic BPF (include/uapi/linux/bpf_common.h, filter.h). */
const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const REFUSE = 0x00050000;
const NOT_PERMITTED = 1;
const ACCESS_DENIED = 13;
const NOT_IMPLEMENTED = 38;

/** Where seccomp's data has the number, the architecture and the first argument's lower half (little endian). */
const AT_NUMBER = 0;
const AT_ARCHITECTURE = 4;
const AT_FIRST_ARGUMENT = 16;
const AT_SECOND_ARGUMENT = 24;
const AT_FOURTH_ARGUMENT = 40;
const CLONE_THREAD = 0x00010000;
const X32_BIT = 0x40000000;
const SET_PARENT_DEATH_SIGNAL = 1;
const MAP_SHARED = 1;
const MAP_ANONYMOUS = 0x20;
/**
 * Commands by which a descriptor reaches others. fcntl: F_SETOWN, F_SETSIG, F_SETOWN_EX and ioctl: FIOSETOWN, SIOCSPGRP
 * send any signal to any process of the user; F_SETLEASE lets whoever opens a file wait, F_NOTIFY tells what others do in
 * a folder, and what F_SETPIPE_SZ makes is in no count of a process's memory.
 */
const REFUSED_COMMANDS = { fcntl: [8, 10, 15, 1024, 1026, 1031], ioctl: [0x8901, 0x8902] } as const;

/** Every way to reach the network, or another process by a socket. The one channel to the host is open already. */
const NETWORK: readonly SyscallName[] = ['socket', 'connect', 'bind', 'listen', 'accept', 'accept4'];
/** Starting programs, reaching into other processes, changing the system. */
const REFUSED: readonly SyscallName[] = [
  'execve',
  'execveat',
  'fork',
  'vfork',
  'tkill',
  'rt_sigqueueinfo',
  'rt_tgsigqueueinfo',
  'ptrace',
  'process_vm_readv',
  'process_vm_writev',
  'kcmp',
  'mount',
  'umount2',
  'pivot_root',
  'chroot',
  'unshare',
  'setns',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'add_key',
  'request_key',
  'keyctl',
  'open_by_handle_at',
  'fanotify_init',
  'shmget',
  'shmat',
  'msgget',
  'semget',
  'mq_open',
  'init_module',
  'finit_module',
  'delete_module',
  'kexec_load',
  'kexec_file_load',
  'reboot',
  'swapon',
  'swapoff',
  'acct',
  'quotactl',
  'settimeofday',
  'clock_settime',
  'adjtimex',
  'clock_adjtime',
  'sethostname',
  'setdomainname',
  'syslog',
  'personality',
  // What Landlock does not hold (truncate only since 6.2): they would change files that cannot even be read.
  'truncate',
  'chmod',
  'fchmod',
  'fchmodat',
  'chown',
  'fchown',
  'lchown',
  'fchownat',
  'setxattr',
  'lsetxattr',
  'fsetxattr',
  'removexattr',
  'lremovexattr',
  'fremovexattr',
  'utime',
  'utimes',
  'futimesat',
  'utimensat',
  'inotify_add_watch',
  // Of any process of the same user: the server would be put behind all others.
  'setpriority',
  'ioprio_set',
  'sched_setaffinity',
  'sched_setscheduler',
  'sched_setparam',
  'sched_setattr',
];
const REFUSED_SHARED: readonly (keyof typeof SHARED_NUMBERS)[] = [
  'pidfd_send_signal',
  'open_tree',
  'move_mount',
  'fsopen',
  'fsmount',
  'pidfd_open',
  'pidfd_getfd',
  'mount_setattr',
  'fchmodat2',
  'setxattrat',
  'removexattrat',
];
/**
 * Calls for which a program has another way when they are missing. io_uring would go around this filter; files in memory
 * are in no count of a process's memory.
 */
const MISSING: readonly number[] = [
  SHARED_NUMBERS.io_uring_setup,
  SHARED_NUMBERS.io_uring_enter,
  SHARED_NUMBERS.io_uring_register,
  SHARED_NUMBERS.memfd_secret,
];

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

/** The filter program for a process of this id. Pure, so that a test can run it. */
export function buildFilter(architecture: Architecture, ownProcess: number): Instruction[] {
  const number = (name: SyscallName) => syscallNumber(architecture, name);
  const program: Instruction[] = [
    [LOAD, 0, 0, AT_ARCHITECTURE],
    [JUMP_EQUAL, 1, 0, AUDIT_ARCHITECTURE[architecture]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, AT_NUMBER],
    [JUMP_AT_LEAST, 0, 1, X32_BIT],
    [RETURN, 0, 0, REFUSE | NOT_PERMITTED],
  ];
  const refuse = (one: number, error: number) => {
    if (one >= 0) program.push([JUMP_EQUAL, 0, 1, one], [RETURN, 0, 0, REFUSE | error]);
  };
  for (const name of NETWORK) refuse(number(name), ACCESS_DENIED);
  for (const name of REFUSED) refuse(number(name), NOT_PERMITTED);
  for (const name of REFUSED_SHARED) refuse(SHARED_NUMBERS[name], NOT_PERMITTED);
  for (const one of MISSING) refuse(one, NOT_IMPLEMENTED);
  // The arguments of clone3 are behind a pointer; without it the C library falls back to clone.
  refuse(number('clone3'), NOT_IMPLEMENTED);
  refuse(number('memfd_create'), NOT_IMPLEMENTED);
  const refuseArgument = (name: SyscallName, at: number, values: readonly number[]) =>
    program.push(
      [JUMP_EQUAL, 0, values.length * 2 + 2, number(name)],
      [LOAD, 0, 0, at],
      ...values.flatMap((value): Instruction[] => [
        [JUMP_EQUAL, 0, 1, value],
        [RETURN, 0, 0, REFUSE | NOT_PERMITTED],
      ]),
      [RETURN, 0, 0, ALLOW],
    );
  refuseArgument('fcntl', AT_SECOND_ARGUMENT, REFUSED_COMMANDS.fcntl);
  refuseArgument('ioctl', AT_SECOND_ARGUMENT, REFUSED_COMMANDS.ioctl);
  // It ends with the server, whatever it wants.
  refuseArgument('prctl', AT_FIRST_ARGUMENT, [SET_PARENT_DEATH_SIGNAL]);
  // Shared memory of nobody's file stays when its pages are given back, and is then counted nowhere.
  program.push(
    [JUMP_EQUAL, 0, 5, number('mmap')],
    [LOAD, 0, 0, AT_FOURTH_ARGUMENT],
    [JUMP_ANY_BIT, 0, 1, MAP_SHARED],
    [JUMP_ANY_BIT, 1, 0, MAP_ANONYMOUS],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE | NOT_PERMITTED],
  );
  program.push(
    [JUMP_EQUAL, 0, 4, number('clone')],
    [LOAD, 0, 0, AT_FIRST_ARGUMENT],
    [JUMP_ANY_BIT, 0, 1, CLONE_THREAD],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE | NOT_PERMITTED],
  );
  const onlyOwn = (name: SyscallName) =>
    program.push(
      [JUMP_EQUAL, 0, 4, number(name)],
      [LOAD, 0, 0, AT_FIRST_ARGUMENT],
      [JUMP_EQUAL, 0, 1, ownProcess],
      [RETURN, 0, 0, ALLOW],
      [RETURN, 0, 0, REFUSE | NOT_PERMITTED],
    );
  onlyOwn('kill');
  onlyOwn('tgkill');
  program.push(
    [JUMP_EQUAL, 0, 5, number('prlimit64')],
    [LOAD, 0, 0, AT_FIRST_ARGUMENT],
    [JUMP_EQUAL, 1, 0, 0],
    [JUMP_EQUAL, 0, 1, ownProcess],
    [RETURN, 0, 0, ALLOW],
    [RETURN, 0, 0, REFUSE | NOT_PERMITTED],
    [RETURN, 0, 0, ALLOW],
  );
  return program;
}

const SET_MODE_FILTER = 1;
const ALL_THREADS = 1;

/**
 * Filters the system calls of every thread of this process, for good. Needs no_new_privs.
 * @returns whether the filter holds now
 */
export function filterCalls(kernel: Kernel): boolean {
  const program = buildFilter(kernel.architecture, process.pid);
  const bytes = Buffer.alloc(program.length * 8);
  for (const [at, [code, whenTrue, whenFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(whenTrue, at * 8 + 2);
    bytes.writeUInt8(whenFalse, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  const head = Buffer.alloc(16);
  head.writeUInt16LE(program.length, 0);
  head.writeBigUInt64LE(kernel.address(bytes), 8);
  const seccomp = syscallNumber(kernel.architecture, 'seccomp');
  return kernel.call(seccomp, SET_MODE_FILTER, ALL_THREADS, head) === 0;
}
