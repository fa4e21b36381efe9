import type { PlatformSettings } from '@waypost/contract';
import { FINDER_VERSIONS, type Finder, finderName, type SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import {
  CONFIGURATION,
  configurationGiveUpAddress,
  configurationInquire,
  configurationPicture,
  configurationTimeZone,
  configurationUpdate,
  type InstallationView,
} from './calls.ts';
import { changePicture } from './change-picture.ts';
import { pictureAddresses } from './picture-address.ts';

export function mountConfiguration(context: PlatformContext): void {
  const { identity } = context;
  context.menu(
    { route: 'configuration', parent: 'platform', sort: 50, icon: 'settings', roles: ['administrator'] },
    CONFIGURATION,
  );
  context.call(configurationInquire, async (_body, request) => {
    const { version, values } = await identity.currentPlatformSettings();
    return { version, ...values, ...(await besideSettings(context, request)) };
  });
  context.call(configurationUpdate, async ({ version, time_zone, ...change }, request) => {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    // The zone is kept elsewhere than the rest: what would refuse it is asked before anything is written.
    if (time_zone !== undefined) context.installation.checkTimeZone(time_zone);
    const before = await identity.currentPlatformSettings();
    const after = await identity.changePlatformSettings(
      version,
      Object.fromEntries(given) as Partial<PlatformSettings>,
      request,
    );
    if (time_zone !== undefined)
      await context.installation.changeTimeZone(time_zone, request).catch(async (error: unknown) => {
        // The first visit was counted in between, or the disk is full: nothing of what was asked for is left.
        await identity.changePlatformSettings(after.version, before.values, request);
        throw error;
      });
    return { version: after.version, ...after.values, ...(await besideSettings(context, request)) };
  });
  context.call(configurationGiveUpAddress, async (given, request) => {
    await context.installation.giveUpAddress(given, request);
    const { version, values } = await identity.currentPlatformSettings();
    return { version, ...values, ...(await besideSettings(context, request)) };
  });
  context.call(configurationTimeZone, ({ time_zone }, request) =>
    context.installation.changeTimeZone(time_zone, request),
  );
  context.call(configurationPicture, (change, request) => changePicture(context, change, request));
}

async function besideSettings(context: PlatformContext, request: SignedRequest) {
  const [pictures, codes] = await Promise.all([pictureAddresses(context), countCodes(context, request)]);
  const installation: InstallationView = {
    public_address: context.installation.publicAddress(),
    time_zone: context.installation.timeZone(),
    earlier_addresses: [...context.installation.earlierAddresses()],
    codes,
  };
  return { ...pictures, installation };
}

/** Codes that the caller sees; 0 while no plugin keeps any. */
export async function countCodes(context: PlatformContext, request: SignedRequest): Promise<number> {
  const finder = context.require<Finder>(finderName('code'), FINDER_VERSIONS);
  return finder ? (await finder.find({ text: '', limit: 1 }, request)).count : 0;
}
