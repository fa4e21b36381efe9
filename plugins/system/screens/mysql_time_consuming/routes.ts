import type { PlatformContext, PluginSettingsView } from '@waypost/sdk/platform';
import { slowRows } from '../../database/slow-rows.ts';
import { DATABASE_PLACE } from '../../database/values.ts';
import type { ReadSystemSettings } from '../../settings.ts';
import { ownSettings, requireOwn } from '../plugins/own-settings.ts';
import { settingTexts } from '../plugins/setting-texts.ts';
import { slowChangeSettings, slowClear, slowSettings, slowState } from './calls.ts';
import { slowOperation } from './resource.ts';

const READ_SLOW = 'read_slow_operations';
const PREFIX = 'slow_operation_';

/** Mounts the list of what took long in the database, and the job that reads the database's notes of it. */
export async function mountSlowOperations(
  context: PlatformContext,
  readSettings: ReadSystemSettings,
): Promise<void> {
  const slow = slowRows(context);
  context.menu(
    { ...DATABASE_PLACE, route: 'mysql_time_consuming', sort: 27, icon: 'fire' },
    'system.slow_operation:read',
    ['system.slow_operation:empty', 'system.slow_operation:export', 'system.slow_operation:update'],
  );
  context.resource(slowOperation);
  context.call(slowState, async () => {
    const { slow_operation_ms: least_ms, slow_operation_days: kept_days } = await readSettings();
    // Whoever looks sees what was slow a moment ago, not a minute.
    const sight = await slow.read(least_ms);
    const through = await slow.readThrough();
    return { sight, least_ms, kept_days, read_through: through?.toISOString() ?? null };
  });
  const shown = (view: PluginSettingsView, translate: (key: string) => string) => {
    const own = ownSettings(view, PREFIX);
    return { ...own, texts: settingTexts('system', own, translate) };
  };
  context.call(slowSettings, async (_body, { translate }) => {
    const view = await context.plugins.settings('system');
    return { form: view && shown(view, translate) };
  });
  context.call(slowChangeSettings, async ({ version, change }, request) => {
    requireOwn(change, PREFIX);
    const after = await context.plugins.changeSettings('system', version, change, request);
    const { slow_operation_ms } = await readSettings();
    await slow.read(slow_operation_ms);
    return shown(after, request.translate);
  });
  context.call(slowClear, async (_body, request) => {
    const removed = await slow.clear();
    await context.audit({ type: 'system.slow_operation.clear', after: { removed }, request });
    return { removed };
  });
  context.jobs.define(READ_SLOW, async () => {
    const { slow_operation_ms, slow_operation_days } = await readSettings();
    await slow.read(slow_operation_ms);
    await slow.prune(slow_operation_days);
  });
  await context.jobs.every('1 minute', READ_SLOW);
}
