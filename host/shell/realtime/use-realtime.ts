import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { LANGUAGES_TOPIC, PLUGINS_TOPIC } from '@waypost/contract';
import { clientStore, sessionAtom, useClient, useLanguage, useTopic } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { loadLanguages } from '../site/languages.ts';
import { realtime } from './realtime.ts';

/** Keeps the channel open while somebody is signed in, and the menu in step with the plugins that are on. */
export function useRealtime(): void {
  const token = useAtomValue(sessionAtom, { store: clientStore })?.token;
  const locale = useLanguage();
  const queries = useQueryClient();
  const client = useClient();

  useEffect(() => {
    if (token === undefined) return;
    realtime.start(locale);
    // A channel that was given up is tried again when there is a reason to think that it will work.
    const onBack = () => {
      if (document.visibilityState === 'visible') realtime.start(locale);
    };
    window.addEventListener('online', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      window.removeEventListener('online', onBack);
      document.removeEventListener('visibilitychange', onBack);
      realtime.stop();
    };
  }, [token, locale]);

  const { isLive } = useTopic(PLUGINS_TOPIC, () => {
    askForMenu(queries);
    realtime.askAgain();
  });
  useEffect(() => {
    // Plugins that were switched between the last menu and the first event, or while the channel was down.
    if (isLive) askForMenu(queries);
  }, [isLive, queries]);

  const isHeard = useTopic(LANGUAGES_TOPIC, () => {
    void loadLanguages(client);
    askForMenu(queries);
  }).isLive;
  useEffect(() => {
    if (isHeard) void loadLanguages(client);
  }, [isHeard, client]);
}

/**
 * Asks for the menu again, and has every screen that opens from now on ask for its data: those of a plugin may have been
 * taken away with it. What is on the screen stays, and so does what a form has begun with.
 */
function askForMenu(queries: QueryClient): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey }) => queryKey.at(-1) !== 'form',
    refetchType: 'none',
  });
  void queries.invalidateQueries({ queryKey: ['menu', 'tree'] });
  // What somebody may do may have changed with it.
  void queries.invalidateQueries({ queryKey: ['administrator', 'profile'] });
}
