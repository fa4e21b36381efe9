import { defineCall, platformSettingsShape } from '@waypost/contract';
import { z } from 'zod';
import { settingFactsShape, settingHistoryCalls } from '../../settings/calls.ts';

const area = 'subscriber_config_default';
/** Sees and changes what holds for new customers and for logging in. */
export const SUBSCRIBER_CONFIG = 'system.subscriber_config_default:update';
const access = { permission: SUBSCRIBER_CONFIG };

const {
  share_ratio,
  online_status,
  login_failure_limit,
  login_failure_minute,
  allow_registration,
  no_registration_tip,
  invitation_code_update,
} = platformSettingsShape;
const zSubscriberConfig = z.object({
  share_ratio,
  online_status,
  login_failure_limit,
  login_failure_minute,
  allow_registration,
  no_registration_tip,
  invitation_code_update,
});
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
  summary: 'Changes what is given of it; what is left out stays',
});

export const subscriberConfigHistory = settingHistoryCalls(area, SUBSCRIBER_CONFIG);
