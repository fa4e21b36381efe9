import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Environment, StartError } from './environment.ts';
import { acquireLock } from './process-lock.ts';

/** The zone of an installation for which nobody has chosen one. */
const FIRST_ZONE = 'Asia/Shanghai';
const ZONE = 'time-zone';
/** It is there until the first visit is counted; it holds whether somebody has chosen the zone. */
const OPEN = 'time-zone.open';
const LOCK = 'time-zone.lock';
const LOCK_POLL_MS = 5;

/**
 * The zone whose days statistics are cut by, kept in DATA_DIR for every process on it. It may be changed until the first
 * visit is counted: whoever counts fixes it before.
 */
export interface KeptTimeZone {
  /** As this process saw it last. */
  current(): string;
  isOpen(): boolean;
  /** Whether somebody has said which zone it is to be. */
  isChosen(): boolean;
  /** Reads again what another process may have changed. */
  look(): void;
  /** False: a visit was counted before, the zone is what it was. */
  change(zone: string): boolean;
  /** For whoever counts visits: the zone, which from now on is the same for ever. Throws while it is being changed. */
  fix(): string;
}

/** The zone that a data directory keeps; undefined where none is kept yet. */
export function zoneIn(dataDirectory: string): string | undefined {
  const file = join(dataDirectory, ZONE);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

/**
 * Opens the zone of an existing DATA_DIR. While it is open, a TIME_ZONE that differs waits for `applyTimeZone`.
 * @throws StartError when TIME_ZONE is another than the one that visits were counted by
 */
export async function openTimeZone(
  environment: Pick<Environment, 'dataDirectory' | 'timeZone'>,
): Promise<KeptTimeZone> {
  const path = (name: string) => join(environment.dataDirectory, name);
  const wanted = environment.timeZone;
  const isMade = () => existsSync(path(ZONE));
  const make = () => {
    if (isMade()) return;
    // Before the zone: where only the zone is, it is of an installation that may have counted.
    replace(path(OPEN), wanted === undefined ? 'first' : 'chosen');
    replace(path(ZONE), wanted ?? FIRST_ZONE);
  };
  while (!isMade()) if (!holding(path(LOCK), make)) await Bun.sleep(LOCK_POLL_MS);
  const read = () => readFileSync(path(ZONE), 'utf8').trim();
  const isOpen = () => existsSync(path(OPEN));
  let current = read();
  let fixed: string | undefined;
  const locked = (work: () => void): void => {
    if (!holding(path(LOCK), work)) throw new Error('the time zone is being changed by another process');
  };
  if (wanted !== undefined && wanted !== current && !isOpen()) throw fixedAt(current, wanted);
  return {
    current: () => current,
    isOpen,
    isChosen: () => !isOpen() || readFileSync(path(OPEN), 'utf8').trim() === 'chosen',
    look: () => {
      current = read();
    },
    change(next) {
      let isChanged = false;
      locked(() => {
        if (!isOpen()) return;
        replace(path(ZONE), next);
        replace(path(OPEN), 'chosen');
        isChanged = true;
      });
      current = read();
      return isChanged;
    },
    fix() {
      if (fixed !== undefined) return fixed;
      if (isOpen()) locked(() => rmSync(path(OPEN), { force: true }));
      fixed = read();
      current = fixed;
      return fixed;
    },
  };
}

/**
 * Makes the zone that the environment names the one of DATA_DIR; for the process that serves.
 * @throws StartError when visits have been counted by another
 */
export function applyTimeZone(zone: KeptTimeZone, wanted: string | undefined): void {
  if (wanted === undefined || (wanted === zone.current() && zone.isChosen())) return;
  if (!zone.change(wanted) && wanted !== zone.current()) throw fixedAt(zone.current(), wanted);
}

const fixedAt = (kept: string, wanted: string) =>
  new StartError(
    `TIME_ZONE: expected ${kept}, because visits have been counted by its days, got "${wanted}"`,
  );

/** Whether nobody else held the lock; then `work` is done. */
function holding(path: string, work: () => void): boolean {
  const lock = acquireLock(path);
  if (lock === undefined) return false;
  try {
    work();
    return true;
  } finally {
    lock.release();
  }
}

/** A reader sees the old content or the new, never a part. */
function replace(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${content}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
