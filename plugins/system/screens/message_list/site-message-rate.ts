import { defineError } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';

const tooMany = defineError({
  code: 'site_messages_too_many',
  status: 429,
  params: ['plugin', 'seconds'],
});

/** Occasions that one plugin tells of: a desk with a busy day stays far below, and an inbox survives both. */
export const SITE_MESSAGES_PER_MINUTE = 60;
export const SITE_MESSAGES_PER_HOUR = 300;
const LIMITS = [
  { most: SITE_MESSAGES_PER_MINUTE, milliseconds: 60_000 },
  { most: SITE_MESSAGES_PER_HOUR, milliseconds: 3_600_000 },
] as const;
const LONGEST_MS = 3_600_000;

/** How often each plugin has told of something, in this process. One that tells too much takes nothing from another. */
export function createSiteMessageRate(clock: Pick<Clock, 'now'>) {
  const times = new Map<string, number[]>();
  return {
    /**
     * @returns gives the place back: nobody got a message
     * @throws AppError `site_messages_too_many` 429 with the seconds until the next is taken
     */
    take(plugin: string): () => void {
      const now = clock.now();
      const recent = (times.get(plugin) ?? []).filter((time) => time > now - LONGEST_MS);
      times.set(plugin, recent);
      for (const { most, milliseconds } of LIMITS) {
        const oldest = recent.at(-most);
        if (oldest === undefined || oldest <= now - milliseconds) continue;
        throw tooMany.create({ plugin, seconds: Math.ceil((oldest + milliseconds - now) / 1_000) });
      }
      recent.push(now);
      return () => {
        const kept = times.get(plugin) ?? [];
        const at = kept.lastIndexOf(now);
        if (at >= 0) kept.splice(at, 1);
      };
    },
  };
}
