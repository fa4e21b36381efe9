import { dlopen, FFIType, type Pointer, ptr, read } from 'bun:ffi';

/** Numbers of the system calls used or refused here, by architecture (arch/x86/entry/syscalls, include/uapi/asm-generic/unistd.h). */
const NUMBERS = {
  x64: {
    prctl: 157,
    seccomp: 317,
    capset: 126,
    setrlimit: 160,
    setpriority: 141,
    openat: 257,
    close: 3,
    execve: 59,
    execveat: 322,
    fork: 57,
    vfork: 58,
    clone: 56,
    clone3: 435,
    socket: 41,
    connect: 42,
    bind: 49,
    listen: 50,
    accept: 43,
    accept4: 288,
    kill: 62,
    tkill: 200,
    tgkill: 234,
    rt_sigqueueinfo: 129,
    rt_tgsigqueueinfo: 297,
    ptrace: 101,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    prlimit64: 302,
    mount: 165,
    umount2: 166,
    pivot_root: 155,
    chroot: 161,
    unshare: 272,
    setns: 308,
    bpf: 321,
    perf_event_open: 298,
    userfaultfd: 323,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    open_by_handle_at: 304,
    fanotify_init: 300,
    shmget: 29,
    shmat: 30,
    msgget: 68,
    semget: 64,
    mq_open: 240,
    init_module: 175,
    finit_module: 313,
    delete_module: 176,
    kexec_load: 246,
    kexec_file_load: 320,
    reboot: 169,
    swapon: 167,
    swapoff: 168,
    acct: 163,
    quotactl: 179,
    settimeofday: 164,
    clock_settime: 227,
    adjtimex: 159,
    clock_adjtime: 305,
    sethostname: 170,
    setdomainname: 171,
    syslog: 103,
    personality: 135,
    truncate: 76,
    chmod: 90,
    fchmod: 91,
    fchmodat: 268,
    chown: 92,
    fchown: 93,
    lchown: 94,
    fchownat: 260,
    setxattr: 188,
    lsetxattr: 189,
    fsetxattr: 190,
    removexattr: 197,
    lremovexattr: 198,
    fremovexattr: 199,
    utime: 132,
    utimes: 235,
    futimesat: 261,
    utimensat: 280,
    inotify_add_watch: 254,
    memfd_create: 319,
    mmap: 9,
    fcntl: 72,
    ioctl: 16,
    sched_setaffinity: 203,
    sched_setscheduler: 144,
    sched_setparam: 142,
    sched_setattr: 314,
    ioprio_set: 251,
  },
  arm64: {
    prctl: 167,
    seccomp: 277,
    capset: 91,
    setrlimit: 164,
    setpriority: 140,
    openat: 56,
    close: 57,
    execve: 221,
    execveat: 281,
    fork: -1,
    vfork: -1,
    clone: 220,
    clone3: 435,
    socket: 198,
    connect: 203,
    bind: 200,
    listen: 201,
    accept: 202,
    accept4: 242,
    kill: 129,
    tkill: 130,
    tgkill: 131,
    rt_sigqueueinfo: 138,
    rt_tgsigqueueinfo: 240,
    ptrace: 117,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    prlimit64: 261,
    mount: 40,
    umount2: 39,
    pivot_root: 41,
    chroot: 51,
    unshare: 97,
    setns: 268,
    bpf: 280,
    perf_event_open: 241,
    userfaultfd: 282,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    open_by_handle_at: 265,
    fanotify_init: 262,
    shmget: 194,
    shmat: 196,
    msgget: 186,
    semget: 190,
    mq_open: 180,
    init_module: 105,
    finit_module: 273,
    delete_module: 106,
    kexec_load: 104,
    kexec_file_load: 294,
    reboot: 142,
    swapon: 224,
    swapoff: 225,
    acct: 89,
    quotactl: 60,
    settimeofday: 170,
    clock_settime: 112,
    adjtimex: 171,
    clock_adjtime: 266,
    sethostname: 161,
    setdomainname: 162,
    syslog: 116,
    personality: 92,
    truncate: 45,
    chmod: -1,
    fchmod: 52,
    fchmodat: 53,
    chown: -1,
    fchown: 55,
    lchown: -1,
    fchownat: 54,
    setxattr: 5,
    lsetxattr: 6,
    fsetxattr: 7,
    removexattr: 14,
    lremovexattr: 15,
    fremovexattr: 16,
    utime: -1,
    utimes: -1,
    futimesat: -1,
    utimensat: 88,
    inotify_add_watch: 27,
    memfd_create: 279,
    mmap: 222,
    fcntl: 25,
    ioctl: 29,
    sched_setaffinity: 122,
    sched_setscheduler: 119,
    sched_setparam: 118,
    sched_setattr: 274,
    ioprio_set: 30,
  },
} as const;

export type SyscallName = keyof (typeof NUMBERS)['x64'];

/** Calls with one number on every architecture. */
export const SHARED_NUMBERS = {
  pidfd_send_signal: 424,
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsmount: 432,
  pidfd_open: 434,
  pidfd_getfd: 438,
  mount_setattr: 442,
  landlock_create_ruleset: 444,
  landlock_add_rule: 445,
  landlock_restrict_self: 446,
  memfd_secret: 447,
  fchmodat2: 452,
  setxattrat: 463,
  removexattrat: 466,
} as const;

/** Seccomp's name of the architecture (include/uapi/linux/audit.h). */
export const AUDIT_ARCHITECTURE = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

export type Architecture = keyof typeof NUMBERS;

/** The architecture whose numbers are known here, or undefined: then nothing can be asked of the operating system. */
export function knownArchitecture(): Architecture | undefined {
  if (process.platform !== 'linux') return undefined;
  return process.arch === 'x64' || process.arch === 'arm64' ? process.arch : undefined;
}

export function syscallNumber(architecture: Architecture, name: SyscallName): number {
  return NUMBERS[architecture][name];
}

type Argument = number | bigint | Uint8Array | BigUint64Array;

/** Calls the Linux kernel directly; what needs memory is kept alive by the caller. */
export interface Kernel {
  architecture: Architecture;
  /** Answers the result, or minus the error number. */
  call(number: number, ...given: Argument[]): number;
  /** Address of the bytes. */
  address(bytes: Uint8Array | BigUint64Array): bigint;
}

const LIBRARIES = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1'];

/** Opens the C library; undefined where this is not Linux on a known architecture, or no library is found. */
export function openKernel(): Kernel | undefined {
  const architecture = knownArchitecture();
  const library = architecture === undefined ? undefined : openLibrary();
  if (architecture === undefined || library === undefined) return undefined;
  const address = (bytes: Uint8Array | BigUint64Array): bigint => BigInt(ptr(bytes));
  return {
    architecture,
    address,
    call(number, ...given) {
      const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n, f = 0n] = given.map((one) =>
        typeof one === 'object' ? address(one) : BigInt.asUintN(64, BigInt(one)),
      );
      const result = Number(library.symbols.syscall(BigInt(number), a, b, c, d, e, f));
      return result === -1 ? -errorNumber(library.symbols.__errno_location()) : result;
    },
  };

  function errorNumber(location: Pointer | bigint | null): number {
    return location === null ? 1 : read.i32(Number(location) as Pointer, 0);
  }
}

function openLibrary() {
  const word = FFIType.u64;
  for (const name of LIBRARIES) {
    try {
      return dlopen(name, {
        syscall: { args: [FFIType.i64, word, word, word, word, word, word], returns: FFIType.i64 },
        __errno_location: { args: [], returns: FFIType.ptr },
      });
    } catch {
      // Another C library: the next name is tried.
    }
  }
  return undefined;
}
