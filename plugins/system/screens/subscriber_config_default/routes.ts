import { type PlatformSettings, SUBSCRIBER_SETTINGS } from '@waypost/contract';
import type { PlatformContext } from '@waypost/sdk/platform';
import { mountSettingHistory } from '../../settings/mount-setting-history.ts';
import { settingFacts } from '../../settings/setting-facts.ts';
import {
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
  mountSettingHistory(context, subscriberConfigHistory, {
    shown: SUBSCRIBER_SETTINGS,
    undoable: SUBSCRIBER_SETTINGS,
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
