import {
  errors,
  PLATFORM_SETTINGS_DEFAULT,
  type PlatformSettings,
  platformSettingsShape,
  zPlatformSettings,
} from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { isDuplicateKey, type SettingDocument } from '../collections.ts';

const ID = 'platform';
const MAX_AGE_MS = 1000;

export interface VersionedPlatformSettings {
  version: number;
  values: PlatformSettings;
}

export interface PlatformSettingsStore {
  /** At most a second old. */
  read(): Promise<PlatformSettings>;
  /** As they stand in the store now. */
  readNow(): Promise<VersionedPlatformSettings>;
  /** Errors: `stale_version` 409 with the current values as content. */
  change(version: number, change: Partial<PlatformSettings>): Promise<VersionedPlatformSettings>;
}

/** The settings of the installation as one document, so that two operators cannot overwrite each other unseen. */
export function createPlatformSettings(options: {
  collection: Collection<SettingDocument>;
  clock: Clock;
}): PlatformSettingsStore {
  const { collection, clock } = options;
  let known: { values: PlatformSettings; at: number } | undefined;

  async function readNow(): Promise<VersionedPlatformSettings> {
    const stored = (await collection.findOne({ _id: ID }))?.value as Record<string, unknown> | undefined;
    const values = valuesOf(stored);
    known = { values, at: clock.now() };
    return { version: typeof stored?.version === 'number' ? stored.version : 0, values };
  }

  return {
    readNow,
    read: async () => {
      const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY;
      if (known && age >= 0 && age < MAX_AGE_MS) return known.values;
      return (await readNow()).values;
    },
    change: async (version, change) => {
      const current = await readNow();
      const stale = () =>
        errors.staleVersion.create({}, { content: { version: current.version, ...current.values } });
      if (current.version !== version) throw stale();
      const values = zPlatformSettings.parse({ ...current.values, ...change });
      const value = { ...values, version: version + 1 };
      try {
        // At version 0 nothing is stored yet, and the insert of a second operator meets the id of the first.
        if (version === 0) await collection.insertOne({ _id: ID, value });
        else {
          const { matchedCount } = await collection.updateOne(
            { _id: ID, 'value.version': version } as never,
            { $set: { value } },
          );
          if (matchedCount === 0) throw stale();
        }
      } catch (error) {
        if (isDuplicateKey(error)) throw stale();
        throw error;
      }
      known = undefined;
      return { version: version + 1, values };
    },
  };
}

/** What is stored, with the default in place of each value that is missing or no longer fits. */
function valuesOf(stored: Record<string, unknown> | undefined): PlatformSettings {
  const entries = Object.entries(platformSettingsShape).map(([name, schema]) => {
    const parsed = schema.safeParse(stored?.[name]);
    return [name, parsed.success ? parsed.data : PLATFORM_SETTINGS_DEFAULT[name as keyof PlatformSettings]];
  });
  return Object.fromEntries(entries) as PlatformSettings;
}
