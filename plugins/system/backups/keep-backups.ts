import { createHash } from 'node:crypto';
import { AppError } from '@waypost/contract';
import { newId, newRow, type Stored } from '@waypost/sdk';
import type { BackupPlace, PlatformContext } from '@waypost/sdk/platform';
import { backup } from '../screens/backups/resource.ts';
import { tellAdministrators } from '../screens/message_list/notices.ts';
import { backupPlaceOf, type ReadSystemSettings, type SystemSettings } from '../settings.ts';
import { dueDay } from './due-day.ts';
import { retryPause } from './retry-pause.ts';

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
  context.jobs.define(KEEP_BACKUPS, async (data) => {
    await endDead(context);
    const settings = await readSettings();
    const { backup_time, backup_folder } = settings;
    if (backup_time === '' || backup_folder === '') {
      await waitForNone(context);
      return;
    }
    // One for each day, whichever process asks: the day is its id. What was due while nothing ran is made at the next look.
    const day = dueDay(backup_time, context.platform.timeZone, context.clock.date());
    const id = idOf(day);
    const isOurs =
      (await begin(context, settings, { id, day })) ||
      (await beginAgain(context, settings, { id, isAtOnce: data.again === true }));
    if (isOurs) await makeBackup(context, settings, id);
  });
  context.jobs.define(MAKE_BACKUP, async (data) => {
    const settings = await readSettings();
    const id = String(data.id);
    if (await begin(context, settings, { id, day: '' })) await makeBackup(context, settings, id);
  });
  context.jobs.define(DRILL_BACKUP, async (data) => {
    const found = await context
      .model(backup)
      .findOne({ _id: String(data.id) })
      .lean();
    if (found) await drillBackup(context, await readSettings(), found);
  });
  await context.jobs.every('1 minute', KEEP_BACKUPS);
}

/** Asks for a backup now. @returns its id */
export async function backUpNow(context: PlatformContext): Promise<string> {
  const id = newId(context);
  await context.jobs.now(MAKE_BACKUP, { id });
  return id;
}

/** Looks now what is due, and tries again at once what has failed: whoever changed the settings may have mended the cause. */
export const lookAgain = (context: PlatformContext): Promise<void> =>
  context.jobs.now(KEEP_BACKUPS, { again: true });

/** A job may come twice: only whoever writes the row makes the backup. @returns whether that was here */
async function begin(
  context: PlatformContext,
  { backup_folder: folder }: SystemSettings,
  { id, day }: { id: string; day: string },
): Promise<boolean> {
  const values = { folder, day, beat: context.clock.date() };
  const { _id, ...row } = newRow(context, backup, values, { _id: id });
  const { upsertedCount } = await context
    .model(backup)
    .updateOne({ _id }, { $setOnInsert: row }, { upsert: true });
  return upsertedCount > 0;
}

/** Takes a day's backup up again that has failed, once its pause is over. @returns whether that was here */
async function beginAgain(
  context: PlatformContext,
  { backup_folder: folder }: SystemSettings,
  { id, isAtOnce }: { id: string; isAtOnce: boolean },
): Promise<boolean> {
  const now = context.clock.date();
  const isDue = { next_time: isAtOnce ? { $ne: null } : { $lte: now } };
  const { matchedCount } = await context
    .model(backup)
    .updateOne(
      { _id: id, state: 'failed', ...isDue },
      { $set: { state: 'running', folder, beat: now, end_time: null }, $inc: { attempts: 1 } },
    );
  return matchedCount > 0;
}

/** Nobody is told any more of a day whose backup is missing: there is a newer one, or none is wanted. */
async function waitForNone(context: PlatformContext): Promise<void> {
  const change = { $set: { next_time: null } };
  await context.model(backup).updateMany({ next_time: { $ne: null } }, change);
}

/** Makes the backup whose row this process has begun. */
async function makeBackup(context: PlatformContext, settings: SystemSettings, id: string): Promise<void> {
  const model = context.model(backup);
  const { backup_keep, backup_drill_days } = settings;
  const place = backupPlaceOf(settings);
  const { installation } = context;
  try {
    const made = await alive(context, id, async () => {
      await installation.openBackupPlace(place);
      return installation.backUp(place, context.clock.date());
    });
    const { name, bytes } = made;
    const done = { name, bytes, state: 'done', fault: '', end_time: context.clock.date() } as const;
    await model.updateOne({ _id: id }, { $set: done });
    await waitForNone(context);
    await prune(context, place, backup_keep);
    const last = await installation.lastDrill();
    const isDue =
      last === undefined || context.clock.now() - Date.parse(last.time) >= backup_drill_days * DAY_MS;
    if (backup_drill_days > 0 && isDue) await context.jobs.now(DRILL_BACKUP, { id });
  } catch (error) {
    await failed(context, id, reasonOf(error));
  }
}

/** What cannot be deleted takes nothing from the backup that was made, which is tried all the same: the next one tries to delete it again. */
async function prune(context: PlatformContext, place: BackupPlace, keep: number): Promise<void> {
  try {
    const gone = await context.installation.pruneBackups(place, keep);
    const change = { $set: { state: 'deleted' } } as const;
    await context.model(backup).updateMany({ folder: place.folder, name: { $in: gone } }, change);
  } catch (error) {
    context.log.error({ error, folder: place.folder }, 'old backups could not be deleted');
  }
}

/** Restores it into an empty folder, examines it, and says so. */
async function drillBackup(
  context: PlatformContext,
  settings: SystemSettings,
  row: StoredBackup,
): Promise<void> {
  const model = context.model(backup);
  const id = String(row._id);
  const claimed = await model.updateOne(
    { _id: id, state: 'done', drill: { $ne: 'running' } },
    { $set: { drill: 'running', beat: context.clock.date() } },
  );
  if (claimed.matchedCount === 0) return;
  const { ok, found } = await alive(context, id, () =>
    context.installation
      .drillBackup({ ...backupPlaceOf(settings), folder: row.folder }, row.name)
      .catch((error: unknown) => ({
        ok: false,
        found: reasonOf(error),
      })),
  );
  const drill = ok ? 'fine' : 'failed';
  await model.updateOne({ _id: id }, { $set: { drill, drill_time: context.clock.date(), fault: found } });
  if (!ok) await tell(context, 'drill_failed', { id, name: row.name, reason: found });
}

/** Work that is lost with its process is known by its row, which goes silent. */
async function alive<T>(context: PlatformContext, id: string, work: () => Promise<T>): Promise<T> {
  const beat = () =>
    context
      .model(backup)
      .updateOne({ _id: id }, { $set: { beat: context.clock.date() } })
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
  for (const { _id } of await model.find({ state: 'running', ...silent }, { _id: 1 }).lean())
    await failed(context, String(_id), 'the process that made it has ended');
  await model.updateMany({ drill: 'running', ...silent }, { $set: { drill: 'none' } });
}

async function failed(context: PlatformContext, id: string, reason: string): Promise<void> {
  const model = context.model(backup);
  const row = await model.findOne({ _id: id }, { day: 1, attempts: 1 }).lean();
  const { day = '', attempts = 1 } = row ?? {};
  const next_time = day === '' ? null : new Date(context.clock.now() + retryPause(attempts));
  const over = { state: 'failed', fault: reason, end_time: context.clock.date(), next_time } as const;
  const { modifiedCount } = await model.updateOne({ _id: id, state: 'running' }, { $set: over });
  // Once for each day: the Overview says it until it has worked.
  if (modifiedCount > 0 && attempts === 1) await tell(context, 'backup_failed', { id, name: '', reason });
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

/** In words: an error of ours has a code for its message, and what happened for its cause. */
function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.cause instanceof Error) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}
const idOf = (day: string) => createHash('sha256').update(`backup ${day}`).digest('hex').slice(0, ID_LENGTH);
