import { type Kernel, SHARED_NUMBERS, syscallNumber } from './syscalls.ts';

/** Rights of Landlock over files (include/uapi/linux/landlock.h). */
const RIGHT = {
  execute: 1n << 0n,
  writeFile: 1n << 1n,
  readFile: 1n << 2n,
  readDirectory: 1n << 3n,
} as const;
/** Number of rights that each version of Landlock knows, from version 1 on. */
const KNOWN_RIGHTS = [13n, 14n, 15n, 15n, 16n];
const CREATE_RULESET_VERSION = 1;
const RULE_PATH_BENEATH = 1;
const NET_BIND_AND_CONNECT = 3n;
const SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS = 3n;
const PATH_ONLY = 0o10000000;
const CLOSE_ON_EXEC = 0o2000000;
const HERE = -100;

/** What a process may do with files from now on; everything else is refused by the kernel. */
export interface FileRights {
  /** Files and folders (with everything beneath) that may be read. */
  readable: readonly string[];
  /** Files that may be read and run. */
  runnable: readonly string[];
  /** Devices that may be read and written. */
  devices: readonly string[];
}

/** Version of Landlock that this kernel offers, 0 for none. */
export function landlockVersion(kernel: Kernel): number {
  return Math.max(0, kernel.call(SHARED_NUMBERS.landlock_create_ruleset, 0, 0, CREATE_RULESET_VERSION));
}

/**
 * Restricts the calling thread, and whatever it becomes by exec, to the given files; no TCP, no signals to others.
 * Needs no_new_privs. Paths that are not there are passed over.
 * @returns whether the restriction holds now
 */
export function restrictFiles(kernel: Kernel, rights: FileRights): boolean {
  const version = landlockVersion(kernel);
  if (version === 0) return false;
  const known = KNOWN_RIGHTS[Math.min(version, KNOWN_RIGHTS.length) - 1] ?? 13n;
  const attributes = new BigUint64Array([
    (1n << known) - 1n,
    version >= 4 ? NET_BIND_AND_CONNECT : 0n,
    version >= 6 ? SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS : 0n,
  ]);
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const ruleset = kernel.call(SHARED_NUMBERS.landlock_create_ruleset, attributes, size, 0);
  if (ruleset < 0) return false;
  const read = RIGHT.readFile | RIGHT.readDirectory;
  for (const path of rights.readable) allow(kernel, ruleset, path, read);
  for (const path of rights.runnable) allow(kernel, ruleset, path, read | RIGHT.execute);
  for (const path of rights.devices) allow(kernel, ruleset, path, RIGHT.readFile | RIGHT.writeFile);
  return kernel.call(SHARED_NUMBERS.landlock_restrict_self, ruleset, 0) === 0;
}

function allow(kernel: Kernel, ruleset: number, path: string, rights: bigint): void {
  const name = Buffer.from(`${path}\0`);
  const file = kernel.call(
    syscallNumber(kernel.architecture, 'openat'),
    HERE,
    name,
    PATH_ONLY | CLOSE_ON_EXEC,
  );
  if (file < 0) return;
  const rule = Buffer.alloc(12);
  rule.writeBigUInt64LE(rights, 0);
  rule.writeInt32LE(file, 8);
  // A file cannot be listed: the rights of folders are refused for it.
  if (kernel.call(SHARED_NUMBERS.landlock_add_rule, ruleset, RULE_PATH_BENEATH, rule, 0) < 0) {
    rule.writeBigUInt64LE(rights & ~RIGHT.readDirectory, 0);
    kernel.call(SHARED_NUMBERS.landlock_add_rule, ruleset, RULE_PATH_BENEATH, rule, 0);
  }
  kernel.call(syscallNumber(kernel.architecture, 'close'), file);
}
