import { useQueryClient } from '@tanstack/react-query';
import { clientStore, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import styles from './health.module.css';
import { healthAtom, isReady } from './health.ts';

const PROBE_MS = 3_000;

/** Says that the server cannot be reached or cannot work, and goes away by itself. Session and forms stay. */
export function HealthBanner() {
  const words = useWords();
  const queries = useQueryClient();
  const health = useAtomValue(healthAtom, { store: clientStore });

  useEffect(() => {
    const onOffline = () => clientStore.set(healthAtom, 'unreachable');
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);

  useEffect(() => {
    if (health === 'ok' || health === 'maintenance') return;
    const timer = setInterval(() => {
      void isReady().then((isBack) => {
        if (!isBack) return;
        clientStore.set(healthAtom, 'ok');
        void queries.invalidateQueries();
      });
    }, PROBE_MS);
    return () => clearInterval(timer);
  }, [health, queries]);

  if (health === 'ok' || health === 'maintenance') return null;
  return (
    <p className={styles.banner} role="status">
      {words(`health.${health}`)}
    </p>
  );
}
