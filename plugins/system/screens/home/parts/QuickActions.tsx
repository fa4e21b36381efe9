import { ScreenLink, Skeleton, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';
import styles from './home.module.css';
import { QuickCode } from './QuickCode.tsx';

/** Screens that people begin with, one press away. */
export function QuickActions({ actions }: { actions: Home['actions'] | undefined }) {
  const words = useWords();
  if (actions === undefined) return <Skeleton lines={1} height={44} />;
  return (
    <div className={styles.begin}>
      <nav aria-label={words('home.actions')} className={styles.actions}>
        {actions.map(({ route, name }) => (
          <ScreenLink key={route} to={route}>
            {name}
          </ScreenLink>
        ))}
      </nav>
      {actions.some(({ route }) => route === 'set_qr_code') ? <QuickCode /> : null}
    </div>
  );
}
