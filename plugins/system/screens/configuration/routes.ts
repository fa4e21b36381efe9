import type { PlatformSettings } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { CONFIGURATION, configurationInquire, configurationPicture, configurationUpdate } from './calls.ts';
import { changePicture } from './change-picture.ts';
import { pictureAddresses } from './picture-address.ts';

export function mountConfiguration(context: PluginContext): void {
  const { identity } = context;
  context.menu(
    { route: 'configuration', parent: 'platform', sort: 50, icon: 'settings', roles: ['administrator'] },
    CONFIGURATION,
  );
  context.call(configurationInquire, async () => {
    const { version, values } = await identity.currentPlatformSettings();
    return { version, ...values, ...(await pictureAddresses(context)) };
  });
  context.call(configurationUpdate, async ({ version, ...change }, request) => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const after = await identity.changePlatformSettings(
      version,
      Object.fromEntries(given) as Partial<PlatformSettings>,
      request,
    );
    return { version: after.version, ...after.values, ...(await pictureAddresses(context)) };
  });
  context.call(configurationPicture, (change, request) => changePicture(context, change, request));
}
