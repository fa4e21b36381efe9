import type { PlatformContext, PluginSettingsView } from '@waypost/sdk/platform';
import { z } from 'zod';
import { limitsDetails, limitsUpdate } from './calls.ts';

const zLimits = z.object(limitsDetails.result.omit({ version: true }).shape);

/** Mounts the screen of what may be uploaded, and of what has been. */
export function mountImageConfig(context: PlatformContext): void {
  const { plugins } = context;
  context.menu(
    { route: 'image_config', parent: 'services', sort: 48, icon: 'upload', roles: ['administrator'] },
    'system.image_config:read',
    [
      ...['system.image_config:update', 'system.file:read', 'system.file:read_all'],
      ...['system.file:create', 'system.file:delete'],
    ],
  );
  const shown = ({ version, values }: PluginSettingsView) => ({ version, ...zLimits.parse(values) });
  context.call(limitsDetails, async () => {
    const view = await plugins.settings('system');
    if (view === null) throw new Error('the settings of the plugin are not declared');
    return shown(view);
  });
  context.call(limitsUpdate, async ({ version, ...change }, request) =>
    shown(await plugins.changeSettings('system', version, change, request)),
  );
}
