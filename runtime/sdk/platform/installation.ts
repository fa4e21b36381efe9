import type { AddressReason } from '@waypost/contract';
import type { Elsewhere } from '@waypost/contract/platform';
import type { SignedRequest } from '../request.ts';
import type {
  MachineAddress,
  MachineKey,
  MachineKnock,
  MachineLogin,
  MachineRun,
  MachineRunLimits,
} from './machines.ts';
import type { Monitoring } from './monitoring.ts';
import type { SettingHistory } from './setting-change.ts';
import type { SendLetter } from './smtp-letter.ts';

/** What visitors reach this installation under. */
export interface PublicAddressFacts {
  /** Origin without a trailing slash. */
  address: string;
  /** PUBLIC_URL, the setting on the screen, or neither: then it is what the server listens on. */
  source: 'environment' | 'setting' | 'listening';
  /** Why pictures that begin with it are of no use outside; null: they are. */
  reason: AddressReason | null;
  /** Origin that the server listens on. */
  listening: string;
}

/** The time zone whose days statistics are cut by. */
export interface TimeZoneFacts {
  zone: string;
  /** `first`: nobody has chosen it yet. */
  source: 'environment' | 'setting' | 'first';
  /** Whether it can be changed: nothing is counted by its days yet. */
  is_open: boolean;
}

/** How an S3-compatible storage is reached. */
export interface S3Access {
  /** Such as `https://s3.example.com`. */
  endpoint: string;
  /** Empty: what the endpoint says, else `us-east-1`. */
  region: string;
  key: string;
  secret: string;
}

/** Where backups go. */
export interface BackupPlace {
  /** A folder with its whole path, or `s3://bucket/folder`. */
  folder: string;
  s3: S3Access;
}

/** What the last `waypost backup` made. */
export interface BackupFacts {
  /** ISO 8601. */
  time: string;
  bytes: number;
  /** Where it was written; those of earlier versions did not note it. */
  file?: string | undefined;
  elsewhere: Elsewhere;
}

/** What the last `waypost backup drill` found. */
export interface DrillFacts {
  /** ISO 8601. */
  time: string;
  /** Name of the archive. */
  file: string;
  ok: boolean;
  /** What is wrong; empty: nothing. */
  found: string;
}

/** This installation as its operator has set it up, for plugins with the capability `platform`. */
export interface Installation extends SettingHistory, Monitoring {
  publicAddress(): PublicAddressFacts;
  /** What was set as the public address before, the latest first: codes that are printed with them are answered there. */
  earlierAddresses(): readonly string[];
  /**
   * Says that an address of before is no longer this installation's: codes are not answered there any more, and it shows no
   * login page. Setting it again takes it back. Errors: `not_found` 404 for what is none of them, `stale_version` 409.
   */
  giveUpAddress(given: { version: number; address: string }, request: SignedRequest): Promise<void>;
  timeZone(): TimeZoneFacts;
  /** Throws what `changeTimeZone` would refuse the zone with, and changes nothing. */
  checkTimeZone(zone: string): void;
  /**
   * Chooses the time zone; every process goes by it at once.
   * Errors: `invalid_input` 422 at `time_zone`, `time_zone_fixed` 409 once a visit was counted or where TIME_ZONE is set.
   */
  changeTimeZone(zone: string, request: SignedRequest): Promise<TimeZoneFacts>;
  /** TRUSTED_PROXIES */
  trustedProxies(): readonly string[];
  /** Undefined: none was made of this DATA_DIR. */
  lastBackup(): Promise<BackupFacts | undefined>;
  /** Letters over the operator's SMTP server. */
  sendLetter: SendLetter;
  /** Whether operators may log in on machines of theirs: SSH_SERVERS. Where it is off the next two throw a TypeError. */
  hasMachines(): boolean;
  /**
   * Looks at the key that a machine shows; nobody logs in. Loopback and private networks are reached: the machines are the
   * operator's own. `key`: the one that is expected, of whose kind it is asked for one; where it has none of that kind, for any.
   * `limitMs`: 10,000 unless said. Throws the signal's reason; never for what the machine does.
   */
  knockAtMachine(
    machine: MachineAddress,
    options?: { key?: MachineKey; limitMs?: number; signal?: AbortSignal },
  ): Promise<MachineKnock>;
  /**
   * Runs a program on a machine whose key was confirmed: its name and its arguments, each as it is. Throws TypeError for words that
   * nothing can carry (NUL); never for what machine or program do.
   */
  runOnMachine(
    machine: MachineLogin,
    words: readonly string[],
    limits: MachineRunLimits,
  ): Promise<MachineRun>;
  /** Undefined: none was tried. */
  lastDrill(): Promise<DrillFacts | undefined>;
  /**
   * Makes a folder for backups, or looks whether it will do; in a storage something is written and deleted again.
   * Errors: `invalid_input` 422 at `backup_folder` for one that is not absolute, cannot be written or lies in DATA_DIR, at
   * `backup_s3_endpoint` for a storage that does not answer, at `backup_s3_key` for one that refuses.
   */
  openBackupPlace(place: BackupPlace): Promise<void>;
  /**
   * Makes a backup in a process of its own, named after `time`. Throws an Error with what went wrong, as the command line says it.
   * @returns its name, bytes and documents
   */
  backUp(place: BackupPlace, time: Date): Promise<{ name: string; bytes: number; documents: number }>;
  /** Restores a backup into an empty folder in a process of its own, examines it and deletes the folder. */
  drillBackup(place: BackupPlace, name: string): Promise<{ ok: boolean; found: string }>;
  /** Deletes what `backUp` has made there but for the newest, and what was left by one that was killed. @returns the names of those deleted */
  pruneBackups(place: BackupPlace, keep: number): Promise<string[]>;
  /** Whether the data is in a database of the operator's, who may back it up there as well. */
  hasOwnDatabase(): boolean;
  /** What was put away of the steps of a new installation, each with what it said then. */
  hiddenSteps(): Promise<Readonly<Record<string, string>>>;
  hideStep(step: string, said: string): Promise<void>;
}
