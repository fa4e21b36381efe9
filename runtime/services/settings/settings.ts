import type { Clock } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { z } from 'zod';
import type { SettingDocument } from '../collections.ts';

/** A value that operators may change while it runs. */
export interface Setting<T> {
  key: string;
  schema: z.ZodType<T>;
  default: T;
}

export interface Settings {
  /** The value, at most a second old; the default when none is stored or the stored one no longer fits the schema. */
  read<T>(setting: Setting<T>): Promise<T>;
  /** Errors: ZodError when the value does not fit. */
  write<T>(setting: Setting<T>, value: T): Promise<void>;
}

const MAX_AGE_MS = 1000;

/** Settings in the store, cached for a second. */
export function createSettings(options: { collection: Collection<SettingDocument>; clock: Clock }): Settings {
  const cache = new Map<string, { value: unknown; at: number }>();
  return {
    read: async <T>(setting: Setting<T>) => {
      const now = options.clock.now();
      let known = cache.get(setting.key);
      if (!known || now - known.at >= MAX_AGE_MS || now < known.at) {
        known = { value: (await options.collection.findOne({ _id: setting.key }))?.value, at: now };
        cache.set(setting.key, known);
      }
      const parsed = setting.schema.safeParse(known.value);
      return parsed.success ? parsed.data : setting.default;
    },
    write: async (setting, value) => {
      const checked = setting.schema.parse(value);
      await options.collection.updateOne(
        { _id: setting.key },
        { $set: { value: checked } },
        { upsert: true },
      );
      cache.delete(setting.key);
    },
  };
}
