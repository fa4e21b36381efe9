import { DEFAULT_LOCALE, PLUGINS_TOPIC } from '@waypost/contract';
import type { PluginOverview } from '@waypost/contract/platform';
import { useLocale, useReloadArea, useTopic } from '@waypost/host-sdk';
import { useCallback } from 'react';
import { pluginsInquire } from '../calls.ts';

/** Milliseconds between looks at what no event tells: another process that failed, a quarantine, a child's memory. */
export const POLL_MS = 3_000;

/** Asks for everything on this screen anew. */
export function useReload(): () => Promise<void> {
  return useReloadArea(pluginsInquire.area);
}

/** Follows the switching of plugins, whoever does it. */
export function usePluginEvents(): void {
  const reload = useReload();
  useTopic(PLUGINS_TOPIC, () => void reload());
}

/** What a plugin is for, in the reader's language; empty where it does not say. */
export function usePluginDescription(): (plugin: Pick<PluginOverview, 'descriptions'>) => string {
  const locale = useLocale();
  return useCallback(
    ({ descriptions }) => descriptions[locale] ?? descriptions[DEFAULT_LOCALE] ?? '',
    [locale],
  );
}

/** Name of a plugin in the reader's language; its id where it brings no words. */
export function usePluginName(): (plugin: Pick<PluginOverview, 'id' | 'names'>) => string {
  const locale = useLocale();
  return useCallback(({ id, names }) => names[locale] ?? names[DEFAULT_LOCALE] ?? id, [locale]);
}
