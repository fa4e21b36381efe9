import { ScreenLink, Skeleton, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';
import styles from './home.module.css';
import { QuickCode } from './QuickCode.tsx';

const NEW_CODE = 'set_qr_code';

/** Screens that people begin with, one press away. */
export function QuickActions({ actions }: { actions: Home['actions'] | undefined }) {
  const words = useWords();
  if (actions === undefined) return <Skeleton lines={1} height={44} />;
  // The field beside them makes codes: a page has one way to a new one.
  const others = actions.filter(({ route }) => route !== NEW_CODE);
  return (
    <div className={styles.begin}>
      <nav aria-label={words('home.actions')} className={styles.actions}>
        {others.map(({ route, name }) => (
          <ScreenLink key={route} to={route}>
            {name}
          </ScreenLink>
        ))}
      </nav>
      {others.length < actions.length ? <QuickCode /> : null}
    </div>
  );
}
