import { join } from 'node:path';
import type { Ledger } from '../../../runtime/visit/aggregator/ledger.ts';
import type { JournalVisit } from '../../../runtime/visit/journal/batch.ts';
import { SEGMENT_HEAD_BYTES, segmentName } from '../../../runtime/visit/journal/format.ts';
import type { JournalFiles } from '../../../runtime/visit/journal/journal-files.ts';
import { ASIDE, aggregatorFiles, Killed, runAggregator } from './aggregator.ts';
import { Disk } from './disk.ts';
import { SimulatedStore } from './ledger.ts';
import { Schedule } from './schedule.ts';
import { JOURNALS, WriterProcess } from './writer.ts';

/** Steps in which things go wrong, before all is brought to its end. */
const STEPS = 250;
/** Steps within which a calm aggregator must come to its end. */
const MOST_STEPS = 20_000;

/** A fault that is put back into the product, to see that it is found. */
export interface Mutant {
  files?(files: JournalFiles): JournalFiles;
  ledger?(ledger: Ledger<JournalVisit>): Ledger<JournalVisit>;
}

export interface Outcome {
  /** One sentence a fault. */
  faults: string[];
  answered: number;
  trace: string[];
}

/** Runs one schedule of writer, aggregator, store and disk, and holds what was answered against what is counted. */
export async function simulate(seed: number, mutant: Mutant = {}, isTraced = false): Promise<Outcome> {
  const schedule = new Schedule(seed, isTraced);
  const disk = new Disk();
  disk.makeDirectory(JOURNALS);
  const writer = new WriterProcess(disk, schedule);
  const store = new SimulatedStore();
  const clock = { now: 0 };
  const steps = 50 + schedule.below(STEPS);
  let step = 0;
  let damages = 0;
  let isCalm = false;

  const goOn = (): void => {
    step++;
    if (isCalm) return;
    if (schedule.random() < 0.4) writer.work();
    writer.publish();
    if (schedule.chance(schedule.weather.kills)) writer.kill();
    if (damages < schedule.weather.damages && schedule.random() < 0.02 && damage(disk, schedule)) damages++;
    if (step < steps) return;
    isCalm = true;
    if (schedule.random() < 0.5) writer.kill();
    else writer.stop();
    writer.settle();
    disk.releaseAll(writer);
    schedule.calmDown();
  };

  // A directory without its writer's lock is one whose writer died before it answered anything.
  const open = (): string[] =>
    disk.directoriesIn(JOURNALS).filter((name) => disk.exists(join(JOURNALS, name, 'writer.lock')));
  const isOver = (): boolean => isCalm && open().length === 0;
  while (!isOver() && step < MOST_STEPS) {
    const process = { isDead: false };
    const stepOrEnd = (call: string): void => {
      if (process.isDead) throw new Killed();
      goOn();
      schedule.note(() => `aggregator: ${call}`);
      if (step > MOST_STEPS || schedule.chance(schedule.weather.kills)) {
        schedule.note(() => 'the aggregator is killed');
        process.isDead = true;
        throw new Killed();
      }
    };
    const files = aggregatorFiles({ disk, schedule, holder: process, step: stepOrEnd });
    const ledger = store.ledger({ schedule, step: stepOrEnd, poisoned: writer.visits.poisoned });
    try {
      await runAggregator({
        disk,
        schedule,
        clock,
        files: mutant.files?.(files) ?? files,
        ledger: mutant.ledger?.(ledger) ?? ledger,
        isOver: () => {
          goOn();
          return isOver() || step > MOST_STEPS;
        },
      });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    disk.releaseAll(process);
  }
  const faults = judge({ writer, store, disk, isDamaged: damages > 0 });
  if (!isOver()) faults.push(`the journals are not aggregated to their end: ${open()}`);
  return { faults, answered: writer.visits.answered.size, trace: schedule.trace ?? [] };
}

/** Destroys some bytes of a segment that are on the disk; false where there is none. */
function damage(disk: Disk, schedule: Schedule): boolean {
  const journals = disk.directoriesIn(JOURNALS);
  const journal = journals[schedule.below(journals.length)];
  if (journal === undefined) return false;
  const segments = disk
    .list(join(JOURNALS, journal))
    .filter((name) => name.endsWith('.wpj'))
    .sort();
  const name = segments[schedule.below(segments.length)];
  if (name === undefined) return false;
  const file = disk.find(join(JOURNALS, journal, name));
  if (file.length === 0) return false;
  const from = schedule.below(file.length);
  // A whole batch cut off before a successor that says nothing itself could be seen by nobody.
  const next = segments[segments.indexOf(name) + 1];
  const isTold = next !== undefined && disk.find(join(JOURNALS, journal, next)).length >= SEGMENT_HEAD_BYTES;
  if (isTold && schedule.weather.damages === 1 && schedule.random() < 0.3) {
    schedule.note(() => `damage: ${name} of ${journal} is cut to ${from}`);
    file.length = from;
    return true;
  }
  const end = Math.min(file.length, from + 1 + schedule.below(40));
  schedule.note(() => `damage: ${name} of ${journal}, bytes ${from} to ${end}`);
  for (let at = from; at < end; at++) file.bytes[at] = (file.bytes[at] as number) ^ (1 + schedule.below(255));
  return true;
}

function judge(world: {
  writer: WriterProcess;
  store: SimulatedStore;
  disk: Disk;
  isDamaged: boolean;
}): string[] {
  const { writer, store, disk, isDamaged } = world;
  const { answered, refused, poisoned, places } = writer.visits;
  const faults: string[] = [];
  for (const [id, times] of store.counted) {
    if (times > 1) faults.push(`visit ${id} is counted ${times} times`);
    if (refused.has(id)) faults.push(`visit ${id} was answered 503 and is counted`);
    if (poisoned.has(id)) faults.push(`visit ${id} was refused by the store and is counted`);
  }
  for (const id of answered) {
    const place = places.get(id) as { journal: string; sequence: number };
    const isCounted = store.counted.has(id);
    const noted = store.gaps.find(
      ({ journal, from, to, isOpen }) =>
        journal === place.journal && place.sequence > from && (isOpen || place.sequence <= to),
    );
    if (!isCounted && noted === undefined) faults.push(`visit ${id} was answered and is lost`);
    if (isCounted && noted !== undefined) faults.push(`visit ${id} is counted and noted as unaccounted`);
    if (noted === undefined || isCounted) continue;
    if (noted.reason === 'refused' ? !poisoned.has(id) : !isDamaged)
      faults.push(`visit ${id} is noted as ${noted.reason} for nothing`);
  }
  for (const { journal, segment, reason } of store.gaps) {
    if (reason === 'refused' || segment === 0 || disk.exists(join(ASIDE, journal, segmentName(segment))))
      continue;
    faults.push(`segment ${segment} of ${journal} does not add up and was not kept`);
  }
  return faults;
}
