import { MONITOR_SETTINGS_DEFAULT, type MonitorSettings, monitorSettings } from '@waypost/contract/platform';
import type { mongo } from 'mongoose';

/** Where the platform's own plugin keeps its settings: the collection's name, and the document of the plugin. */
export interface SettingsPlace {
  collection: string;
  plugin: string;
}

/** The limits that operators have set, from the store itself: processes and commands without plugins go by them, too. */
export async function readLimits(database: mongo.Db, place: SettingsPlace): Promise<MonitorSettings> {
  const stored = await database
    .collection<{ _id: string; values?: Record<string, unknown> }>(place.collection)
    .findOne({ _id: place.plugin });
  return limitsOf(stored?.values ?? {});
}

/** What fits no more, and what nobody has set, is the default. */
export function limitsOf(values: Readonly<Record<string, unknown>>): MonitorSettings {
  const limits: Record<string, number> = { ...MONITOR_SETTINGS_DEFAULT };
  for (const [name, { schema }] of Object.entries(monitorSettings)) {
    const read = schema.safeParse(values[name]);
    if (read.success) limits[name] = read.data;
  }
  return limits as MonitorSettings;
}
