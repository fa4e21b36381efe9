import { type MonitorState, PROCESS_KINDS, type ProcessState } from '@waypost/contract/platform';
import { keyOf, type ProcessDocument, SILENT_MS } from '../../monitor/index.ts';
import type { Look } from './look.ts';

const DAY_MS = 86_400_000;

/** A look as the screen gets it. */
export function stateOf(look: Look, { channels }: { channels: number }): MonitorState {
  const { at, stored, store, lag, disk, problems, since } = look;
  const { backup, jobs, operations } = stored;
  return {
    time: new Date(at).toISOString(),
    problems: problems.map((problem) => ({
      ...problem,
      since: since.get(keyOf(problem))?.toISOString() ?? null,
    })),
    processes: stored.processes
      .flatMap((one) => processState(one, at) ?? [])
      .toSorted((one, other) => PROCESS_KINDS.indexOf(one.kind) - PROCESS_KINDS.indexOf(other.kind)),
    lag: { visits: lag.visits, seconds: lag.milliseconds / 1000 },
    disk,
    store: {
      kind: store.kind,
      latency: store.latency,
      size: store.size,
      cache: store.cache,
      documents: store.documents,
      commands: store.commands,
      command_time: store.commandTime,
      is_hidden: store.isHidden,
    },
    channels,
    jobs: {
      waiting: jobs.waiting,
      running: jobs.running,
      late: jobs.late,
      failed: jobs.failed,
      schedules: jobs.schedules.map(({ name, next, last, state, fault }) => ({
        name,
        state,
        fault,
        next_time: next?.toISOString() ?? null,
        last_time: last?.toISOString() ?? null,
      })),
    },
    operations,
    backup: {
      has_own_database: backup.has_own_database,
      last_time: backup.last?.time ?? null,
      bytes: backup.last?.bytes ?? null,
      drill_time: backup.drill?.time ?? null,
      is_drill_fine: backup.drill?.ok ?? null,
      fault: backup.fault,
    },
  };
}

function processState(document: ProcessDocument, now: number): ProcessState | undefined {
  const { _id, kind, host, pid, version, started, starts, last, ended, figures } = document;
  if (kind === 'installation') return undefined;
  const isSilent = now - last.getTime() > SILENT_MS;
  return {
    id: _id,
    kind,
    host,
    pid,
    version,
    state: ended !== null ? 'ended' : isSilent ? 'silent' : 'running',
    started_time: started.toISOString(),
    seen_time: last.toISOString(),
    restarts: restartsOf(starts, now),
    processor: figures.processor ?? null,
    memory: figures.memory ?? null,
    event_loop: figures.event_loop ?? null,
  };
}

/** Starts of the last day that followed another: the first one of all is none. */
export function restartsOf(starts: readonly Date[], now: number): number {
  return starts.slice(1).filter((start) => start.getTime() > now - DAY_MS).length;
}
