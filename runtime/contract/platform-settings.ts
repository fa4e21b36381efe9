import { z } from 'zod';
import { codeOf } from './code-of.ts';
import { PRIMARY_COLOUR, YesNo } from './constants.ts';
import { PUBLIC_URL_MAX_LENGTH } from './public-origin.ts';

/** What operators set for the whole installation, each with its value at first start. */
export const platformSettingsShape = {
  /** Percent of what the direct superior gets, given to each new customer. */
  share_ratio: z
    .number('error.issue.share_ratio_least')
    .refine((value) => value >= 0, 'share_ratio_least')
    .refine((value) => value <= 100, 'share_ratio'),
  /** Whether lists tell who of the customers is online. */
  online_status: codeOf(YesNo),
  /** Whether newcomers may register; on at first. */
  allow_registration: codeOf(YesNo),
  /** Shown in place of the form while registration is off; empty: the product's own sentence. */
  no_registration_tip: z.string().max(500),
  /** Whether the code of an invitation link may be changed by whoever registers; off at first. */
  invitation_code_update: codeOf(YesNo),
  /** Wrong passwords until an account is locked. */
  login_failure_limit: z.int().min(1).max(1000),
  /** Minutes that failures count and a lock holds. */
  login_failure_minute: z.int().min(1).max(10_080),
  /** Operators without a second factor can do nothing but set one up; off at first. Their API keys go on. */
  operator_second_factor: codeOf(YesNo),
  /** Days that sent messages are kept, with the copies that were read; 0: for ever. */
  sent_message_days: z.int().min(0).max(3_650),
  /** Customers see the maintenance page; visits go on and administrators work. */
  maintenance: codeOf(YesNo),
  /** Empty: SYSTEM_TITLE. */
  website_title: z.string().max(60),
  website_color: z.string().regex(/^#[0-9a-f]{6}$/i, 'colour'),
  /** Origin that visitors reach, unless PUBLIC_URL is set. Empty: the address that the server listens on. */
  public_url: z.string().max(PUBLIC_URL_MAX_LENGTH),
} as const;

/** What has its home on `subscriber_config_default`: what holds for new customers, and for everybody who logs in. */
export const SUBSCRIBER_SETTINGS = [
  'share_ratio',
  'online_status',
  'login_failure_limit',
  'login_failure_minute',
  'allow_registration',
  'no_registration_tip',
  'invitation_code_update',
] as const satisfies readonly (keyof typeof platformSettingsShape)[];

export const zPlatformSettings = z.object(platformSettingsShape);
export type PlatformSettings = z.infer<typeof zPlatformSettings>;

export const PLATFORM_SETTINGS_DEFAULT: PlatformSettings = {
  share_ratio: 0,
  online_status: YesNo.yes,
  allow_registration: YesNo.yes,
  no_registration_tip: '',
  invitation_code_update: YesNo.no,
  login_failure_limit: 5,
  login_failure_minute: 15,
  operator_second_factor: YesNo.no,
  sent_message_days: 365,
  maintenance: YesNo.no,
  website_title: '',
  website_color: PRIMARY_COLOUR,
  public_url: '',
};
