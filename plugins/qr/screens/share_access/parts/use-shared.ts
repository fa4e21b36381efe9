import { SHARED_STATISTICS_POLL_MS } from '@waypost/contract';
import { useClient } from '@waypost/host-sdk';
import { useEffect, useState } from 'react';
import { type SharedStatistics, shareAccessCall } from '../calls.ts';
import type { Credentials } from './take-credentials.ts';

/**
 * Exchanges the password for a token, which lives in this closure only, and asks again every five seconds. After a
 * failure it goes on asking while there is something to ask with: a lost connection comes back.
 */
export function useShared(given: Credentials | undefined): {
  statistics: SharedStatistics | undefined;
  hasFailed: boolean;
} {
  const client = useClient();
  const [statistics, setStatistics] = useState<SharedStatistics>();
  const [hasFailed, setFailed] = useState(given === undefined);
  useEffect(() => {
    if (!given) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let token: string | undefined;
    const ask = async () => {
      try {
        const body = token === undefined ? given : { token };
        const answer = await client.call(shareAccessCall, body, { signal: controller.signal });
        token = answer.token;
        setStatistics(answer);
        setFailed(false);
      } catch {
        if (controller.signal.aborted) return;
        setFailed(true);
        // A wrong password stays wrong: asking on would only lock the address out.
        if (token === undefined) return;
      }
      timer = setTimeout(() => void ask(), SHARED_STATISTICS_POLL_MS);
    };
    void ask();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [client, given]);
  return { statistics, hasFailed };
}
