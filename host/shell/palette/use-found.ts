import { useClient } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import { type FoundEntry, findByName, isWorthAsking } from './found.ts';

/** Milliseconds of quiet typing before the server is asked. */
const TYPING_PAUSE_MS = 180;

/** What the server finds for a text. The last answer stays until the next one, so that the list does not jump. */
export function useFound(text: string): { found: readonly FoundEntry[]; isSearching: boolean } {
  const client = useClient();
  const [answer, setAnswer] = useState<{ text: string; found: FoundEntry[] }>({ text: '', found: [] });
  const isAsked = isWorthAsking(text);
  useEffect(() => {
    if (!isAsked) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await findByName(client, text, controller.signal);
      if (!controller.signal.aborted) setAnswer({ text, found });
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [client, text, isAsked]);
  return { found: isAsked ? answer.found : [], isSearching: isAsked && answer.text !== text };
}
