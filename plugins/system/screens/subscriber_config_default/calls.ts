import { defineCall, type SUBSCRIBER_SETTINGS, zPlatformSettings, zSealed, zTime } from '@waypost/contract';
import { z } from 'zod';
import { settingFactsShape, settingHistoryCalls } from '../../settings/calls.ts';

const area = 'subscriber_config_default';
/** Sees and changes what holds for new customers and for logging in. */
export const SUBSCRIBER_CONFIG = 'system.subscriber_config_default:update';
const access = { permission: SUBSCRIBER_CONFIG };

export const zSubscriberConfig = zPlatformSettings.pick({
  share_ratio: true,
  online_status: true,
  login_failure_limit: true,
  login_failure_minute: true,
  allow_registration: true,
  no_registration_tip: true,
  invitation_code_update: true,
} satisfies Record<(typeof SUBSCRIBER_SETTINGS)[number], true>);
const zView = zSubscriberConfig.extend({ version: z.int().min(0), ...settingFactsShape });
export type SubscriberConfig = z.infer<typeof zView>;

export const subscriberConfigInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: zView,
  access,
  summary: 'What new customers begin with, and how logging in and registering work',
});

export const subscriberConfigUpdate = defineCall({
  area,
  call: 'update',
  body: z.strictObject({ version: z.int().min(0), ...zSubscriberConfig.partial().shape }),
  result: zView,
  access,
  needsSecondFactor: true,
  summary: 'Changes what is given of it; what is left out stays',
});

/** Since when there is one; null: a reset gives a random one. The password itself is never answered. */
const zDefaultPassword = z.object({ since: zTime.nullable() });

export const defaultPasswordState = defineCall({
  area,
  call: 'default_password',
  body: z.strictObject({}),
  result: zDefaultPassword,
  access,
  summary: 'Whether a reset gives customers a configured password',
});

export const changeDefaultPassword = defineCall({
  area,
  call: 'change_default_password',
  /** Without `password`: a random one for each again. */
  body: z.strictObject({ password: zSealed.optional() }),
  result: zDefaultPassword,
  access,
  isPersonal: true,
  needsSecondFactor: true,
  summary: 'Chooses the password that a reset gives to customers where none is typed',
});

export const subscriberConfigHistory = settingHistoryCalls(area, SUBSCRIBER_CONFIG);
