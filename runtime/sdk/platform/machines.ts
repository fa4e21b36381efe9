/** How somebody logs in on another machine. */
export type MachineSecret = { password: string } | { privateKey: string };

/** Another machine, as its operator has entered it. */
export interface MachineAddress {
  /** A name or an address. */
  host: string;
  port: number;
}

/** A host key: what a machine proves itself with. */
export interface MachineKey {
  /** Such as `ssh-ed25519`. */
  type: string;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  fingerprint: string;
}

/** A machine whose key somebody has confirmed, and how to log in there. */
export interface MachineLogin extends MachineAddress {
  account: string;
  secret: MachineSecret;
  key: MachineKey;
}

/**
 * Why nothing came of it.
 *
 * - `address`: the name has no address, or only one that is nobody's machine (link-local, multicast, unspecified)
 * - `unreachable`: nobody listens there, or there is no way there
 * - `timed_out`: it did not answer in time, also in the middle of a greeting
 * - `closed`: it closed the connection in the middle
 * - `no_ssh`: what answers is no SSH server, or one that agrees to nothing that is still safe
 * - `key_changed`: it shows another key than the one that was confirmed; nothing was sent to it
 * - `login_refused`: it does not take the account with this key or password
 * - `secret_unreadable`: the private key cannot be used, such as one with a password of its own
 */
export type MachineFault =
  | 'address'
  | 'unreachable'
  | 'timed_out'
  | 'closed'
  | 'no_ssh'
  | 'key_changed'
  | 'login_refused'
  | 'secret_unreadable';

/** What came of a look at a machine's key; nobody logs in for it. */
export type MachineKnock =
  | { fault: null; key: MachineKey; milliseconds: number }
  | { fault: MachineFault; key?: MachineKey };

export interface MachineRunLimits {
  /** Milliseconds that the program may run. */
  limitMs: number;
  /** Bytes that are kept of each of its two outputs; what comes behind is counted and thrown away. */
  limitBytes: number;
  /** Ends the program. */
  signal?: AbortSignal;
  /** Milliseconds between asking the program to end (SIGTERM) and ending it (SIGKILL); 5,000 unless said. */
  graceMs?: number;
}

/** What a program has written: the beginning of it, and how much it was. */
export interface MachineOutput {
  bytes: Uint8Array;
  total: number;
}

/** What came of a program on another machine. */
export interface MachineRun {
  /** Null: it ran. With a fault it may have begun all the same: `hasBegun`. */
  fault: MachineFault | null;
  hasBegun: boolean;
  /** What it ended with; null: by a signal, or nobody knows. */
  exitCode: number | null;
  /** Such as `SIGKILL`. */
  exitSignal: string | null;
  /** Why it was ended before its time. */
  ended: 'time' | 'signal' | null;
  /** It was to be ended, and the machine did not say that it has: it may go on there. */
  mayGoOn: boolean;
  output: MachineOutput;
  errors: MachineOutput;
  milliseconds: number;
}
