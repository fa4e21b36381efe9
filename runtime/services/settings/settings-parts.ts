import type { Clock, Random, ShownFile } from '@waypost/sdk';
import type { Connection } from 'mongoose';
import type { Collections } from '../collections.ts';
import { createSettingsChanges } from './change-settings.ts';
import { createPlatformSettings } from './platform-settings.ts';
import { createSettingsHistory } from './settings-history.ts';
import { createSitePictures } from './site-pictures.ts';

/** What operators set for the installation, and what is known of its changes. */
export function createSettingsParts(options: {
  connection: Connection;
  collections: Collections;
  clock: Clock;
  random: Random;
  findFile?(address: string): Promise<ShownFile | undefined>;
  audit: Parameters<typeof createSettingsChanges>[0]['audit'];
}) {
  const { audit, clock, collections, connection, findFile = async () => undefined, random } = options;
  const platform = createPlatformSettings({ collection: collections.settings, connection, clock });
  const settingsHistory = createSettingsHistory({ collection: collections.settingChanges, clock, random });
  return {
    platform,
    pictures: createSitePictures({ collection: collections.settings, clock, findFile }),
    settingsHistory,
    settingsChanges: createSettingsChanges({ platform, history: settingsHistory, audit }),
  };
}
