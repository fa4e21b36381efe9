import type { Logger } from '@waypost/sdk';
import { type InstalledPlugin, stampOf } from '../release/installed.ts';

export interface FailedRelease {
  stamp: string;
  reason: string;
  /** Failed only because something it requires was not active. */
  isWaiting: boolean;
}

/** Releases that could not be activated here, and why. What failed of itself fails again: it is not tried until asked for. */
export interface FailedReleases {
  of(plugin: InstalledPlugin): FailedRelease | undefined;
  add(plugin: InstalledPlugin, reason: string, isWaiting: boolean): void;
  /** A release works. */
  remove(plugin: InstalledPlugin): void;
  /** Everything of a plugin is tried again. */
  forget(id: string): void;
  /** The same for every plugin that is not among these: switched off, or removed. */
  keepOnly(ids: ReadonlySet<string>): void;
}

export function createFailedReleases(log: Logger): FailedReleases {
  const failures = new Map<string, FailedRelease[]>();
  const others = (plugin: InstalledPlugin) =>
    (failures.get(plugin.id) ?? []).filter(({ stamp }) => stamp !== stampOf(plugin));
  const of = (plugin: InstalledPlugin) =>
    failures.get(plugin.id)?.find(({ stamp }) => stamp === stampOf(plugin));
  return {
    of,
    add(plugin, reason, isWaiting) {
      if (isWaiting && of(plugin)?.reason !== reason)
        log.error({ plugin: plugin.id, place: plugin.place, reason }, 'plugin cannot be used');
      failures.set(plugin.id, [...others(plugin), { stamp: stampOf(plugin), reason, isWaiting }]);
    },
    remove: (plugin) => void failures.set(plugin.id, others(plugin)),
    forget: (id) => void failures.delete(id),
    keepOnly(ids) {
      for (const id of failures.keys()) if (!ids.has(id)) failures.delete(id);
    },
  };
}
