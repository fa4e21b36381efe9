import { type PlatformSettings, SUBSCRIBER_SETTINGS } from '@waypost/contract';
import type { PlatformContext } from '@waypost/sdk/platform';
import { mountSettingHistory } from '../../settings/mount-setting-history.ts';
import { settingFacts } from '../../settings/setting-facts.ts';
import {
  changeDefaultPassword,
  defaultPasswordState,
  SUBSCRIBER_CONFIG,
  type SubscriberConfig,
  subscriberConfigHistory,
  subscriberConfigInquire,
  subscriberConfigUpdate,
  zSubscriberConfig,
} from './calls.ts';

/** Mounts what holds for new customers and for everybody who logs in. */
export function mountSubscriberConfig(context: PlatformContext): void {
  const { identity } = context;
  context.menu(
    {
      route: 'subscriber_config_default',
      parent: 'platform',
      sort: 48,
      icon: 'tool',
      roles: ['administrator'],
    },
    SUBSCRIBER_CONFIG,
  );
  context.call(subscriberConfigInquire, async () => view(context, await identity.currentPlatformSettings()));
  context.call(subscriberConfigUpdate, async ({ version, ...change }, request) => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    return view(context, await identity.changePlatformSettings(version, given, request));
  });
  mountDefaultPassword(context);
  mountSettingHistory(context, subscriberConfigHistory, {
    shown: SUBSCRIBER_SETTINGS,
    undoable: SUBSCRIBER_SETTINGS,
  });
}

function mountDefaultPassword(context: PlatformContext): void {
  const { people } = context.identity;
  const state = async () => ({ since: await people.defaultPasswordSince() });
  context.call(defaultPasswordState, state);
  context.call(changeDefaultPassword, async ({ password }, request) => {
    const place = { area: 'subscriber_config_default', call: 'change_default_password', field: 'password' };
    await people.changeDefaultPassword(password ? await context.unseal(password, place) : null, request);
    return state();
  });
}

async function view(
  context: PlatformContext,
  { version, values }: { version: number; values: PlatformSettings },
): Promise<SubscriberConfig> {
  return {
    version,
    ...zSubscriberConfig.parse(values),
    settings: await settingFacts(context, SUBSCRIBER_SETTINGS, values),
  };
}
