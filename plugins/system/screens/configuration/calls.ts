import {
  defineCall,
  type PlatformSettings,
  platformSettingsShape,
  zPlatformSettings,
} from '@waypost/contract';
import { z } from 'zod';
import { type SettingFacts, settingFactsShape, settingHistoryCalls } from '../../settings/calls.ts';

/** Room for the base64 of a picture of `PICTURE_MAX_BYTES`. */
const PICTURE_BODY_BYTES = 1_048_576;

/** What visitors reach the installation under, and why that does not do where it does not. */
export const zPublicAddress = z.object({
  address: z.string(),
  /** PUBLIC_URL, the setting, or the address that the server listens on. */
  source: z.enum(['environment', 'setting', 'listening']),
  reason: z.enum(['loopback', 'private', 'plain_http']).nullable(),
  listening: z.string(),
});

export const zTimeZone = z.object({
  zone: z.string(),
  /** `first`: nobody has chosen it yet. */
  source: z.enum(['environment', 'setting', 'first']),
  is_open: z.boolean(),
});

/** What is not only a matter of settings. */
export const zInstallation = z.object({
  public_address: zPublicAddress,
  time_zone: zTimeZone,
  /** Public addresses of before under which printed codes are answered, the latest first. */
  earlier_addresses: z.array(z.string()),
  /** Codes that a new public address may give other pictures. */
  codes: z.int(),
});
export type InstallationView = z.infer<typeof zInstallation>;

const zConfiguration = zPlatformSettings.extend({
  version: z.int().min(0),
  /** Addresses of the pictures in force. */
  logo: z.string(),
  icon: z.string(),
  installation: zInstallation,
  ...settingFactsShape,
});
export type Configuration = PlatformSettings & {
  version: number;
  logo: string;
  icon: string;
  installation: InstallationView;
  settings: SettingFacts[];
};

/** Sees and changes the settings of the installation. */
export const CONFIGURATION = 'system.configuration:update';

export const configurationHistory = settingHistoryCalls('configuration', CONFIGURATION);

/** Name of a zone of the tz database. */
const zZone = z.string().min(1).max(64);

export const configurationInquire = defineCall({
  area: 'configuration',
  call: 'inquire',
  body: z.strictObject({}),
  result: zConfiguration,
  access: { permission: CONFIGURATION },
  summary: 'Settings of the installation',
});

export const configurationUpdate = defineCall({
  area: 'configuration',
  call: 'update',
  body: z.strictObject({
    version: z.int().min(0),
    ...z.object(platformSettingsShape).partial().shape,
    time_zone: zZone.optional(),
  }),
  result: zConfiguration,
  access: { permission: CONFIGURATION },
  needsSecondFactor: true,
  summary: 'Changes settings of the installation, all that are given or none; those left out stay',
});

export const configurationGiveUpAddress = defineCall({
  area: 'configuration',
  call: 'give_up_address',
  body: z.strictObject({ version: z.int().min(0), address: z.string().min(1).max(300) }),
  result: zConfiguration,
  access: { permission: CONFIGURATION },
  summary:
    'Says that a public address of before is no longer ours: codes that are printed with it are not answered there any more',
});

export const configurationTimeZone = defineCall({
  area: 'configuration',
  call: 'time_zone',
  body: z.strictObject({ time_zone: zZone }),
  result: zTimeZone,
  access: { permission: CONFIGURATION },
  summary: 'Chooses the time zone, until the first visit is counted',
});

const zPictureChange = z.strictObject({
  kind: z.enum(['logo', 'icon']),
  /** A PNG, JPEG or WebP picture; null: the product's own again. */
  data: z.base64().min(1).nullable(),
});
export type SitePictureChange = z.infer<typeof zPictureChange>;

export const configurationPicture = defineCall({
  area: 'configuration',
  call: 'picture',
  body: zPictureChange,
  result: z.object({ address: z.string() }),
  access: { permission: CONFIGURATION },
  ratePerMinute: 30,
  bodyLimit: PICTURE_BODY_BYTES,
  summary: 'Replaces the logo or the icon of the installation',
});
