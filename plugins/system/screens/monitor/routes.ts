import { errors } from '@waypost/contract';
import type { MonitorSettings } from '@waypost/contract/platform';
import type { PlatformContext, PluginSettingsView } from '@waypost/sdk/platform';
import type { ReadSystemSettings } from '../../settings.ts';
import { ownSettings, requireOwn } from '../plugins/own-settings.ts';
import { settingTexts } from '../plugins/setting-texts.ts';
import {
  MONITOR_READ,
  MONITOR_UPDATE,
  monitorChangeSettings,
  monitorHistory,
  monitorInquire,
  monitorLimits,
  monitorSettingsCall,
} from './calls.ts';
import { limitFaults } from './limit-faults.ts';

const PREFIX = 'monitor_';

/** Mounts the screen that shows how the installation does, and the limits that it is held against. */
export function mountMonitor(context: PlatformContext, readSettings: ReadSystemSettings): void {
  const { installation, plugins } = context;
  context.menu({ route: 'monitor', parent: 'operations', sort: 48, icon: 'pulse' }, MONITOR_READ, [
    MONITOR_UPDATE,
  ]);
  context.call(monitorInquire, () => installation.monitorState());
  context.call(monitorHistory, ({ range }) => installation.monitorHistory(range));
  context.call(monitorLimits, async () => limitsOf(await readSettings()));
  const shown = (view: PluginSettingsView, translate: (key: string) => string) => {
    const own = ownSettings(view, PREFIX);
    return { ...own, texts: settingTexts('system', own, translate) };
  };
  context.call(monitorSettingsCall, async (_body, { translate }) => {
    const view = await plugins.settings('system');
    return view && shown(view, translate);
  });
  context.call(monitorChangeSettings, async ({ version, change }, request) => {
    requireOwn(change, PREFIX);
    const view = await plugins.settings('system');
    // What is put back is its default; what is no number the settings themselves refuse.
    const next = Object.entries({ ...view?.values, ...change }).map(([name, value]) => [
      name,
      value ?? view?.defaults[name],
    ]);
    const [fault] = limitFaults(limitsOf(Object.fromEntries(next)));
    if (fault !== undefined)
      throw errors.invalidInput.create(
        {},
        { errors: [{ path: fault, message: 'error.monitor_limit.order' }] },
      );
    return shown(await plugins.changeSettings('system', version, change, request), request.translate);
  });
}

function limitsOf(settings: Readonly<Record<string, unknown>>): MonitorSettings {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => name.startsWith(PREFIX) && typeof value === 'number' && Number.isInteger(value),
    ),
  ) as unknown as MonitorSettings;
}
