import type { PluginSurface } from '@waypost/contract/platform';
import { useWords } from '@waypost/host-sdk';
import styles from './plugins.module.css';

const LISTS = [
  'screens',
  'menus',
  'routes',
  'permissions',
  'jobs',
  'topics',
  'events',
  'services',
  'contributions',
] as const;

/** How many names a list shows before it folds. */
const SHOWN = 8;

export function surfaceSize(surface: PluginSurface): number {
  return LISTS.reduce((sum, list) => sum + surface[list].length, 0);
}

/** What a plugin shows to others, by kind; kinds without anything are left out. */
export function SurfaceList({ surface, tone }: { surface: PluginSurface; tone?: 'added' | 'removed' }) {
  const words = useWords();
  const lists = LISTS.map((list) => ({
    list,
    names: list === 'menus' ? surface.menus.map(({ route }) => route) : surface[list],
  })).filter(({ names }) => names.length > 0);
  return (
    <ul className={`${styles.surface} ${tone === undefined ? '' : styles[tone]}`}>
      {lists.map(({ list, names }) => (
        <li key={list}>
          <span className={styles.surfaceName}>
            {words(`system.plugins.surface.${list}`)} <span className={styles.count}>{names.length}</span>
          </span>
          <Names names={names} />
        </li>
      ))}
    </ul>
  );
}

function Names({ names }: { names: readonly string[] }) {
  const words = useWords();
  const rest = names.slice(SHOWN);
  return (
    <div className={styles.names}>
      {names.slice(0, SHOWN).map((name) => (
        <code key={name}>{name}</code>
      ))}
      {rest.length === 0 ? null : (
        <details>
          <summary>{words('system.plugins.more', { count: rest.length })}</summary>
          <div className={styles.names}>
            {rest.map((name) => (
              <code key={name}>{name}</code>
            ))}
          </div>
        </details>
      )}
    </div>
  );
}
