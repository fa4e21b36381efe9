import { join } from 'node:path';
import { JournalAggregation } from '../../../runtime/visit/aggregator/journal-aggregation.ts';
import type { Ledger } from '../../../runtime/visit/aggregator/ledger.ts';
import type { JournalVisit } from '../../../runtime/visit/journal/batch.ts';
import type { JournalFiles } from '../../../runtime/visit/journal/journal-files.ts';
import { type Disk, fault, type Inode } from './disk.ts';
import type { Schedule } from './schedule.ts';
import { JOURNALS } from './writer.ts';

export const ASIDE = '/journal-unaccounted';

export class Killed extends Error {}

const log = { debug() {}, info() {}, warn() {}, error() {} };

/** The aggregator's system calls, each after a step in which others may go on, or this process may end. */
export function aggregatorFiles(options: {
  disk: Disk;
  schedule: Schedule;
  holder: object;
  step: (call: string) => void;
}): JournalFiles {
  const { disk, schedule, holder, step } = options;
  const open = new Map<number, Inode>();
  const call = (name: string): void => {
    step(name);
    if (!schedule.chance(schedule.weather.aggregatorFaults)) return;
    schedule.note(() => `aggregator: ${name} fails`);
    throw fault('EIO');
  };
  const refuse = (): never => {
    throw new Error('no call of an aggregator');
  };
  const at = (file: number): Inode => {
    const inode = open.get(file);
    if (inode === undefined) throw fault('EBADF');
    return inode;
  };
  return {
    openToRead(path) {
      call(`open ${path}`);
      const file = open.size + 1;
      open.set(file, disk.find(path));
      return file;
    },
    read(file, into, length, position) {
      call(`read ${file} at ${position}`);
      const { bytes, length: size } = at(file);
      const count = Math.max(0, Math.min(length, size - position));
      if (count > 0) into.set(bytes.subarray(position, position + count));
      return count;
    },
    size(file) {
      call(`size ${file}`);
      return at(file).length;
    },
    close: (file) => call(`close ${file}`),
    unlink(path) {
      call(`unlink ${path}`);
      disk.unlink(path);
    },
    rename(from, to) {
      call(`rename ${from}`);
      disk.rename(from, to);
    },
    exists(path) {
      call(`exists ${path}`);
      return disk.exists(path);
    },
    list(directory) {
      call(`list ${directory}`);
      return disk.list(directory);
    },
    makeDirectory(path) {
      call(`make directory ${path}`);
      disk.makeDirectory(path);
    },
    removeDirectory(path) {
      call(`remove ${path}`);
      disk.removeDirectory(path);
    },
    syncDirectory: (path) => call(`sync ${path}`),
    lock(path) {
      call(`lock ${path}`);
      return disk.lock(path, holder) ? { release: () => disk.unlock(path) } : undefined;
    },
    make: refuse,
    write: refuse,
    truncate: refuse,
    sync: refuse,
  };
}

/** The life of one aggregator process: aggregates all journals, round by round, until `isOver` or until it is killed. */
export async function runAggregator(options: {
  disk: Disk;
  files: JournalFiles;
  ledger: Ledger<JournalVisit>;
  schedule: Schedule;
  clock: { now: number };
  isOver: () => boolean;
}): Promise<void> {
  const { disk, files, ledger, schedule, clock } = options;
  const aggregations = new Map<string, JournalAggregation>();
  const round = async (): Promise<void> => {
    for (const journalId of disk.directoriesIn(JOURNALS)) {
      const directory = join(JOURNALS, journalId);
      if (aggregations.has(journalId) || !files.exists(join(directory, 'writer.lock'))) continue;
      const aside = join(ASIDE, journalId);
      const collectGarbage = () => undefined;
      const aggregation = JournalAggregation.take({
        directory,
        journalId,
        aside,
        ledger,
        files,
        collectGarbage,
        log,
      });
      if (aggregation !== undefined) aggregations.set(journalId, aggregation);
    }
    for (const [journalId, aggregation] of aggregations) {
      const { isFinished } = await aggregation.aggregate(clock.now);
      if (!isFinished) continue;
      aggregations.delete(journalId);
      await aggregation.finish();
    }
  };
  while (!options.isOver()) {
    clock.now += schedule.below(900);
    try {
      await round();
    } catch (error) {
      if (error instanceof Killed) throw error;
      schedule.note(() => `aggregator: the round failed with ${error}`);
    }
  }
}
