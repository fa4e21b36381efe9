import { createHash } from 'node:crypto';
import { newId, newRow, type Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { backup } from '../screens/backups/resource.ts';
import { tellAdministrators } from '../screens/message_list/notices.ts';
import type { ReadSystemSettings } from '../settings.ts';
import { dueDay } from './due-day.ts';

/** Job that looks whether a backup is due; job that makes one or tries one now. */
export const KEEP_BACKUPS = 'keep_backups';
export const MAKE_BACKUP = 'make_backup';
export const DRILL_BACKUP = 'drill_backup';
const BEAT_MS = 15_000;
/** Without a sign of life for so long, the process that worked on it has died. */
const DEAD_MS = 2 * 60_000;
const DAY_MS = 86_400_000;
/** Hex digits of an id. */
const ID_LENGTH = 24;

type StoredBackup = Stored<typeof backup>;

/** Makes backups at their time of day, tries them, and tells operators of what failed. */
export async function keepBackups(context: PlatformContext, readSettings: ReadSystemSettings): Promise<void> {
  context.jobs.define(KEEP_BACKUPS, async () => {
    await endDead(context);
    const { backup_time, backup_folder } = await readSettings();
    if (backup_time === '' || backup_folder === '' || context.installation.hasOwnDatabase()) return;
    // One for each day, whichever process asks: the day is its id. What was due while nothing ran is made at the next look.
    const day = dueDay(backup_time, context.platform.timeZone, context.clock.date());
    await makeBackup(context, readSettings, idOf(day));
  });
  context.jobs.define(MAKE_BACKUP, (data) => makeBackup(context, readSettings, String(data.id)));
  context.jobs.define(DRILL_BACKUP, async (data) => {
    const found = await context
      .model(backup)
      .findOne({ _id: String(data.id) })
      .lean();
    if (found) await drillBackup(context, found as StoredBackup);
  });
  await context.jobs.every('1 minute', KEEP_BACKUPS);
}

/** Asks for a backup now. @returns its id */
export async function backUpNow(context: PlatformContext): Promise<string> {
  const id = newId(context);
  await context.jobs.now(MAKE_BACKUP, { id });
  return id;
}

/** A job may come twice: only whoever writes the row makes the backup. */
async function makeBackup(
  context: PlatformContext,
  readSettings: ReadSystemSettings,
  id: string,
): Promise<void> {
  const model = context.model(backup);
  const { backup_folder: folder, backup_keep, backup_drill_days } = await readSettings();
  const start = context.clock.date();
  const { _id, ...row } = newRow(context, backup, { folder, beat: start }, { _id: id });
  const { upsertedCount } = await model.updateOne({ _id } as never, { $setOnInsert: row } as never, {
    upsert: true,
  });
  if (upsertedCount === 0) return;
  const { installation } = context;
  try {
    const made = await alive(context, id, async () => {
      await installation.openBackupFolder(folder);
      return installation.backUp(folder, start);
    });
    const done = { name: made.name, bytes: made.bytes, state: 'done', end_time: context.clock.date() };
    await model.updateOne({ _id } as never, { $set: done } as never);
    const gone = await installation.pruneBackups(folder, backup_keep);
    await model.updateMany({ folder, name: { $in: gone } } as never, { $set: { state: 'deleted' } } as never);
    const last = await installation.lastDrill();
    const isDue =
      last === undefined || context.clock.now() - Date.parse(last.time) >= backup_drill_days * DAY_MS;
    if (backup_drill_days > 0 && isDue) await context.jobs.now(DRILL_BACKUP, { id });
  } catch (error) {
    await failed(context, id, reasonOf(error));
  }
}

/** Restores it into an empty folder, examines it, and says so. */
async function drillBackup(context: PlatformContext, row: StoredBackup): Promise<void> {
  const model = context.model(backup);
  const id = String(row._id);
  const claimed = await model.updateOne(
    { _id: id, state: 'done', drill: { $ne: 'running' } } as never,
    { $set: { drill: 'running', beat: context.clock.date() } } as never,
  );
  if (claimed.matchedCount === 0) return;
  const { ok, found } = await alive(context, id, () =>
    context.installation.drillBackup(row.folder, row.name).catch((error: unknown) => ({
      ok: false,
      found: reasonOf(error),
    })),
  );
  const drilled = { drill: ok ? 'fine' : 'failed', drill_time: context.clock.date(), fault: found };
  await model.updateOne({ _id: id } as never, { $set: drilled } as never);
  if (!ok) await tell(context, 'drill_failed', { id, name: row.name, reason: found });
}

/** Work that is lost with its process is known by its row, which goes silent. */
async function alive<T>(context: PlatformContext, id: string, work: () => Promise<T>): Promise<T> {
  const beat = () =>
    context
      .model(backup)
      .updateOne({ _id: id } as never, { $set: { beat: context.clock.date() } } as never)
      .catch((error: unknown) => context.log.warn({ error }, 'a backup could not say that it goes on'));
  const timer = setInterval(() => void beat(), BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

async function endDead(context: PlatformContext): Promise<void> {
  const model = context.model(backup);
  const silent = { beat: { $lt: new Date(context.clock.now() - DEAD_MS) } };
  for (const { _id } of await model.find({ state: 'running', ...silent } as never, { _id: 1 }).lean())
    await failed(context, String(_id), 'the process that made it has ended');
  await model.updateMany({ drill: 'running', ...silent } as never, { $set: { drill: 'none' } } as never);
}

async function failed(context: PlatformContext, id: string, reason: string): Promise<void> {
  const over = { state: 'failed', fault: reason, end_time: context.clock.date() };
  const { modifiedCount } = await context
    .model(backup)
    .updateOne({ _id: id, state: 'running' } as never, { $set: over } as never);
  if (modifiedCount > 0) await tell(context, 'backup_failed', { id, name: '', reason });
}

async function tell(
  context: PlatformContext,
  kind: 'backup_failed' | 'drill_failed',
  { id, name, reason }: { id: string; name: string; reason: string },
): Promise<void> {
  context.log.error({ backup: id, reason }, kind);
  await tellAdministrators(context, {
    notice: { kind, params: { name, reason } },
    written: { title: kind, content: reason || kind, occasion: `${kind} ${id} ${context.clock.now()}` },
    screen: 'backups',
  });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const idOf = (day: string) => createHash('sha256').update(`backup ${day}`).digest('hex').slice(0, ID_LENGTH);
