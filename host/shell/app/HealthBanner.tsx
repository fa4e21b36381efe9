import { useQueryClient } from '@tanstack/react-query';
import { clientStore, useWords } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
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

  // Also once another call has been answered: what failed meanwhile is asked for again only when the server says that it can work.
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (health === 'unreachable' || health === 'unready') setAsking(true);
  }, [health]);

  useEffect(() => {
    if (!isAsking) return;
    const timer = setInterval(() => {
      void isReady().then((isBack) => {
        if (!isBack) return;
        setAsking(false);
        if (clientStore.get(healthAtom) !== 'maintenance') clientStore.set(healthAtom, 'ok');
        void queries.invalidateQueries();
      });
    }, PROBE_MS);
    return () => clearInterval(timer);
  }, [isAsking, queries]);

  if (health === 'ok' || health === 'maintenance') return null;
  return (
    <p className={styles.banner} role="status">
      {words(`health.${health}`)}
    </p>
  );
}
