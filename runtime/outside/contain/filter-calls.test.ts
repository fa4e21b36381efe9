import { expect, test } from 'bun:test';
import { buildFilter } from './filter-calls.ts';
import { AUDIT_ARCHITECTURE, SHARED_NUMBERS, type SyscallName, syscallNumber } from './syscalls.ts';

const OWN = 4242;
const ALLOWED = 'allowed';

/** Runs the filter as Linux does: what becomes of a system call. */
function outcome(
  architecture: 'x64' | 'arm64',
  call: { number: number; first?: number; second?: number; fourth?: number; machine?: number },
): string {
  const data = new Map([
    [0, call.number],
    [4, call.machine ?? AUDIT_ARCHITECTURE[architecture]],
    [16, call.first ?? 0],
    [24, call.second ?? 0],
    [40, call.fourth ?? 0],
  ]);
  let value = 0;
  const program = buildFilter(architecture, OWN);
  for (let at = 0; at < program.length; at += 1) {
    const [code, whenTrue, whenFalse, operand] = program[at] as (typeof program)[number];
    const unsigned = operand >>> 0;
    if (code === 0x20) value = data.get(operand) ?? 0;
    else if (code === 0x15) at += value === operand ? whenTrue : whenFalse;
    else if (code === 0x35) at += value >>> 0 >= unsigned ? whenTrue : whenFalse;
    else if (code === 0x45) at += (value & operand) !== 0 ? whenTrue : whenFalse;
    else if (code === 0x06) {
      if (unsigned === 0x7fff0000) return ALLOWED;
      return unsigned === 0x80000000 ? 'killed' : `error ${unsigned & 0xffff}`;
    } else throw new Error(`instruction ${code}`);
  }
  throw new Error('the filter ends without an outcome');
}

for (const architecture of ['x64', 'arm64'] as const) {
  const of = (name: SyscallName, first?: number) =>
    outcome(architecture, {
      number: syscallNumber(architecture, name),
      ...(first === undefined ? {} : { first }),
    });

  test(`${architecture}: no socket, no program, no other process`, () => {
    for (const name of ['socket', 'connect', 'bind', 'listen', 'accept', 'accept4'] as const)
      expect(of(name), name).toBe('error 13');
    for (const name of [
      'execve',
      'execveat',
      'ptrace',
      'process_vm_readv',
      'unshare',
      'setns',
      'bpf',
      'mount',
      'keyctl',
      'shmget',
    ] as const)
      expect(of(name), name).toBe('error 1');
    for (const name of ['kill', 'tgkill', 'prlimit64'] as const) {
      expect(of(name, 1), name).toBe('error 1');
      expect(of(name, OWN), name).toBe(ALLOWED);
    }
    for (const number of [425, 426, 427]) expect(outcome(architecture, { number })).toBe('error 38');
    for (const name of ['pidfd_open', 'pidfd_getfd', 'pidfd_send_signal'] as const)
      expect(outcome(architecture, { number: SHARED_NUMBERS[name] }), name).toBe('error 1');
  });

  test(`${architecture}: no change to files, and none to how others run`, () => {
    for (const name of [
      'truncate',
      'fchmod',
      'fchmodat',
      'fchownat',
      'setxattr',
      'utimensat',
      'setpriority',
      'sched_setaffinity',
    ] as const)
      expect(of(name), name).toBe('error 1');
    expect(outcome(architecture, { number: SHARED_NUMBERS.fchmodat2 })).toBe('error 1');
  });

  test(`${architecture}: no signal by way of a descriptor, and it cannot outlive the server`, () => {
    const second = (name: SyscallName, command: number) =>
      outcome(architecture, { number: syscallNumber(architecture, name), second: command });
    for (const command of [8, 10, 15, 1024, 1026, 1031]) expect(second('fcntl', command)).toBe('error 1');
    for (const command of [1, 2, 3, 4, 1030]) expect(second('fcntl', command)).toBe(ALLOWED);
    for (const command of [0x8901, 0x8902]) expect(second('ioctl', command)).toBe('error 1');
    expect(second('ioctl', 0x5421)).toBe(ALLOWED);
    expect(of('prctl', 1)).toBe('error 1');
    expect(of('prctl', 15)).toBe(ALLOWED);
  });

  test(`${architecture}: no memory that is counted nowhere`, () => {
    const map = (flags: number) =>
      outcome(architecture, { number: syscallNumber(architecture, 'mmap'), fourth: flags });
    expect(map(0x21)).toBe('error 1');
    expect(map(0x23)).toBe('error 1');
    expect(map(0x22)).toBe(ALLOWED);
    expect(map(0x01)).toBe(ALLOWED);
    expect(of('memfd_create')).toBe('error 38');
    expect(outcome(architecture, { number: SHARED_NUMBERS.memfd_secret })).toBe('error 38');
  });

  test(`${architecture}: threads, and nothing that would be a process`, () => {
    const thread = 0x003d0f00;
    expect(of('clone', thread)).toBe(ALLOWED);
    expect(of('clone', 17)).toBe('error 1');
    expect(of('clone', 0x4100)).toBe('error 1');
    expect(of('clone3')).toBe('error 38');
  });

  test(`${architecture}: ordinary work goes on, another architecture's numbers do not`, () => {
    const read = architecture === 'x64' ? 0 : 63;
    expect(outcome(architecture, { number: read })).toBe(ALLOWED);
    expect(outcome(architecture, { number: read, machine: 0x40000003 })).toBe('killed');
    expect(outcome('x64', { number: 0x40000000 + 41 })).toBe('error 1');
  });
}
