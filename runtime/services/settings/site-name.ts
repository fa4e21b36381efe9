import type { Disposer } from '@waypost/sdk';
import { type FollowedList, followList } from '../follow-list.ts';
import type { PlatformSettingsStore } from './platform-settings.ts';
import type { SitePictures } from './site-pictures.ts';

interface NamedSite {
  name: string;
  /** Address of the logo on every host; empty: the product's own. */
  logo: string;
}

/** Name and logo that an operator has set, in memory for pages that must not ask the store; empty until they are read. */
export function followSiteName(options: {
  platform: Pick<PlatformSettingsStore, 'readNow'>;
  pictures: Pick<SitePictures, 'readNow'>;
  /** Calls back after changes of the settings, by any process. */
  follow(onChange: () => void): Disposer;
  failed(error: unknown): void;
}): FollowedList & { read(): NamedSite } {
  const { failed, follow, pictures, platform } = options;
  let known: NamedSite = { name: '', logo: '' };
  const list = followList({
    follow,
    failed,
    read: async () => {
      const [{ values }, { logo }] = await Promise.all([platform.readNow(), pictures.readNow()]);
      known = { name: values.website_title, logo: logo === undefined ? '' : `/logo.png?v=${logo.hash}` };
    },
  });
  return { ...list, read: () => known };
}
