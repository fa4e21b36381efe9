import { type PlatformSettings, platformSettingsShape, SUBSCRIBER_SETTINGS } from '@waypost/contract';
import { FINDER_VERSIONS, type Finder, finderName, type SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { Pictures } from '../../pictures/pictures.ts';
import { mountSettingHistory } from '../../settings/mount-setting-history.ts';
import { settingFacts } from '../../settings/setting-facts.ts';
import {
  CONFIGURATION,
  type Configuration,
  configurationGiveUpAddress,
  configurationHistory,
  configurationInquire,
  configurationPicture,
  configurationTimeZone,
  configurationUpdate,
  type InstallationView,
} from './calls.ts';
import { changePicture } from './change-picture.ts';
import { pictureAddresses } from './picture-address.ts';

const ALL = Object.keys(platformSettingsShape);
/** What this screen shows; the rest has its home on `subscriber_config_default`. */
const SHOWN = [
  ...ALL.filter((name) => !(SUBSCRIBER_SETTINGS as readonly string[]).includes(name)),
  'time_zone',
  'logo',
  'icon',
];

export function mountConfiguration(context: PlatformContext, pictures: Pictures): void {
  const { identity } = context;
  pictures.usedBy(async (some) => {
    const shown = await identity.keptSitePictures();
    return some.filter((picture) => shown.includes(picture));
  });
  context.menu(
    { route: 'configuration', parent: 'platform', sort: 50, icon: 'settings', roles: ['administrator'] },
    CONFIGURATION,
  );
  context.call(configurationInquire, async (_body, request) => {
    return view(context, await identity.currentPlatformSettings(), request);
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
    return view(context, after, request);
  });
  context.call(configurationGiveUpAddress, async (given, request) => {
    await context.installation.giveUpAddress(given, request);
    return view(context, await identity.currentPlatformSettings(), request);
  });
  context.call(configurationTimeZone, ({ time_zone }, request) =>
    context.installation.changeTimeZone(time_zone, request),
  );
  context.call(configurationPicture, (change, request) => changePicture(context, pictures, change, request));
  // Whoever may change the settings here could do so one by one with `update`.
  mountSettingHistory(context, configurationHistory, { shown: SHOWN, undoable: ALL });
}

async function view(
  context: PlatformContext,
  { version, values }: { version: number; values: PlatformSettings },
  request: SignedRequest,
): Promise<Configuration> {
  const [pictures, codes, settings] = await Promise.all([
    pictureAddresses(context),
    countCodes(context, request),
    settingFacts(context, SHOWN, values),
  ]);
  const installation: InstallationView = {
    public_address: context.installation.publicAddress(),
    time_zone: context.installation.timeZone(),
    earlier_addresses: [...context.installation.earlierAddresses()],
    codes,
  };
  return { version, ...values, ...pictures, installation, settings };
}

/** Codes that the caller sees; 0 while no plugin keeps any. */
export async function countCodes(context: PlatformContext, request: SignedRequest): Promise<number> {
  const finder = context.require<Finder>(finderName('code'), FINDER_VERSIONS);
  return finder ? (await finder.find({ text: '', limit: 1 }, request)).count : 0;
}
