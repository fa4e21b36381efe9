import type { OtherHome } from '../../settings/other-home.ts';
import { CONFIGURATION } from './calls.ts';

/** The settings of this screen. */
export const CONFIGURATION_SETTINGS = [
  'public_url',
  'time_zone',
  'website_title',
  'logo',
  'icon',
  'website_color',
  'operator_second_factor',
  'sent_message_days',
  'maintenance',
] as const;

/** Where other screens of settings lead to. */
export const CONFIGURATION_HOME: OtherHome = {
  screen: 'configuration',
  permission: CONFIGURATION,
  names: CONFIGURATION_SETTINGS,
};
