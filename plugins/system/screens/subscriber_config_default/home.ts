import { SUBSCRIBER_SETTINGS } from '@waypost/contract';
import type { OtherHome } from '../../settings/other-home.ts';
import { SUBSCRIBER_CONFIG } from './calls.ts';

/** Where other screens of settings lead to. */
export const SUBSCRIBER_HOME: OtherHome = {
  screen: 'subscriber_config_default',
  permission: SUBSCRIBER_CONFIG,
  names: [...SUBSCRIBER_SETTINGS, 'default_password'],
};
