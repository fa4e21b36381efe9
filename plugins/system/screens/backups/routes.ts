import { defineError } from '@waypost/contract';
import { requireRow } from '@waypost/sdk';
import type { PlatformContext, PluginSettingsView } from '@waypost/sdk/platform';
import { backUpNow, DRILL_BACKUP, keepBackups, lookAgain } from '../../backups/keep-backups.ts';
import { missingBackup } from '../../backups/missing-backup.ts';
import { backupPlaceOf, type ReadSystemSettings } from '../../settings.ts';
import { ownSettings, requireOwn } from '../plugins/own-settings.ts';
import { settingTexts } from '../plugins/setting-texts.ts';
import { BACKUPS, backupChangeSettings, backupRun, backupSettings } from './calls.ts';
import { backup } from './resource.ts';

/** Nobody has said where to. */
const backupsOff = defineError({ code: 'backups_off', status: 409 });
const PREFIX = 'backup_';
/** Settings that say where to; the others are saved though nobody is there. */
const PLACE = new Set([
  ...['backup_folder', 'backup_s3_endpoint', 'backup_s3_region'],
  ...['backup_s3_key', 'backup_s3_secret'],
]);

/** Mounts the screen of backups, and the jobs that make and try them. */
export async function mountBackups(
  context: PlatformContext,
  readSettings: ReadSystemSettings,
): Promise<void> {
  const { installation, plugins } = context;
  context.menu({ route: 'backups', parent: 'operations', sort: 46, icon: 'archive' }, BACKUPS, [
    'system.backup:read',
    'system.backup:drill',
  ]);
  context.resource(backup, {
    actions: {
      async drill({ id }) {
        await requireRow(context.model(backup).findOne({ _id: id, state: 'done' }).lean());
        await context.jobs.now(DRILL_BACKUP, { id });
      },
    },
  });
  const shown = (view: PluginSettingsView, translate: (key: string) => string) => {
    const own = ownSettings(view, PREFIX);
    return { ...own, texts: settingTexts('system', own, translate) };
  };
  context.call(backupSettings, async (_body, { translate }) => {
    const [view, last, drill, missing] = await Promise.all([
      plugins.settings('system'),
      installation.lastBackup(),
      installation.lastDrill(),
      missingBackup(context),
    ]);
    return {
      form: view && shown(view, translate),
      has_own_database: installation.hasOwnDatabase(),
      time_zone: context.platform.timeZone,
      last: last === undefined ? null : { time: last.time, bytes: last.bytes, elsewhere: last.elsewhere },
      drill: drill ?? null,
      missing: missing && { fault: missing.fault, next_time: missing.next_time.toISOString() },
    };
  });
  context.call(backupChangeSettings, async ({ version, change }, request) => {
    requireOwn(change, PREFIX);
    const place = Object.entries(change).filter(
      ([name, value]) => PLACE.has(name) && typeof value === 'string',
    );
    const next = backupPlaceOf({ ...(await readSettings()), ...Object.fromEntries(place) });
    if (place.length > 0 && next.folder !== '') await installation.openBackupPlace(next);
    const after = await plugins.changeSettings('system', version, change, request);
    // What is due by the new time is not waited for.
    await lookAgain(context);
    return shown(after, request.translate);
  });
  context.call(backupRun, async (_body, request) => {
    const { backup_folder } = await readSettings();
    if (backup_folder === '') throw backupsOff.create();
    const id = await backUpNow(context);
    await context.audit({ type: 'system.backup.run', target: id, request });
    return { id };
  });
  await keepBackups(context, readSettings);
}
