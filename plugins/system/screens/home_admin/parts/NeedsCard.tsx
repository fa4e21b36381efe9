import { Panel, ScreenLink, useWords } from '@waypost/host-sdk';
import styles from '../../home/parts/home.module.css';
import type { AdminHome, Need } from '../calls.ts';

/** Where somebody sees to it; missing visits are a matter of the server. */
const SCREENS: Readonly<Record<Need['kind'], string | undefined>> = {
  visits_missing: undefined,
  plugin_failed: 'plugins',
  plugin_waiting: 'plugins',
  backup: 'backups',
  backup_failed: 'backups',
  operation_failed: 'async_operations?status=3',
};

/** What waits for a person, each with the way there; not there while nothing does. */
export function NeedsCard({ needs, waiting }: Pick<AdminHome, 'needs' | 'waiting'>) {
  const words = useWords();
  return (
    <Panel title={words('home_admin.needs')}>
      <ul className={styles.list}>
        {needs.map(({ kind, count }) => {
          const text = words(`home_admin.needs.${kind}`, { count });
          const screen = SCREENS[kind];
          return (
            <li key={kind} className={styles.item}>
              {screen === undefined ? <span>{text}</span> : <ScreenLink to={screen}>{text}</ScreenLink>}
            </li>
          );
        })}
        {waiting.map(({ text, screen }) => (
          <li key={screen} className={styles.item}>
            <ScreenLink to={screen}>{text}</ScreenLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
