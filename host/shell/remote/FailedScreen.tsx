import { clientStore, ErrorState } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { healthAtom, isReady } from '../app/health.ts';
import { isUnreachable } from './load-remote.ts';

/** How long is waited before each attempt that nobody asked for; after the last one a press is needed. */
const PAUSES_MS = [500, 2_000, 8_000];

/** Says why a screen is not there. One whose code could not be fetched comes by itself, at the latest with the server. */
export function FailedScreen(props: { error: unknown; attempt: number; onRetry: () => void }) {
  const { error, attempt } = props;
  const health = useAtomValue(healthAtom, { store: clientStore });
  const mayCome = isUnreachable(error);
  const wasAway = useRef(false);
  const retry = useRef(props.onRetry);
  retry.current = props.onRetry;

  useEffect(() => {
    if (!mayCome) return;
    if (health !== 'ok') {
      wasAway.current = true;
      return;
    }
    if (wasAway.current) return retry.current();
    let isOver = false;
    const pause = PAUSES_MS[attempt];
    const timer = setTimeout(async () => {
      const isBack = await isReady();
      if (isOver) return;
      // The banner asks from here on, and tells when the server is back.
      if (!isBack) clientStore.set(healthAtom, 'unreachable');
      else if (pause !== undefined) retry.current();
    }, pause ?? 0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [mayCome, health, attempt]);

  return <ErrorState isScreen error={error} onRetry={props.onRetry} />;
}
