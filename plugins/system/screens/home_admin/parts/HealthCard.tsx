import { Panel, Tag, type TagTone, useFormat, useWords } from '@waypost/host-sdk';
import styles from '../../home/parts/home.module.css';
import { ListSkeleton } from '../../home/parts/ListSkeleton.tsx';
import type { AdminHome } from '../calls.ts';

/** Lag that is worth telling: figures are at most 2 s behind (docs/product.md, "What Waypost promises"). */
const TOLD_LAG_MS = 2_000;
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

const BACKUP_TONES: Readonly<Record<AdminHome['health']['backup'], TagTone>> = {
  own_database: 'neutral',
  none: 'warning',
  old: 'warning',
  failed: 'bad',
  failed_drill: 'bad',
  recent: 'good',
};

/** Whether everything works: figures, updates, the process that answers. */
export function HealthCard({
  health,
  hasFailed,
}: {
  health: AdminHome['health'] | undefined;
  hasFailed: boolean;
}) {
  const words = useWords();
  const format = useFormat();
  if (!health)
    return (
      <Panel title={words('home_admin.health')}>
        <ListSkeleton />
      </Panel>
    );
  const facts: [string, string][] = [
    ...(health.drill_time === null
      ? []
      : [['drill', format.relative(health.drill_time)] satisfies [string, string]]),
    ['uptime', spanText(health.uptime, words)],
    ['memory', format.bytes(health.memory)],
    ['version', health.version],
  ];
  const states: [string, TagTone, string][] = [
    ['server', hasFailed ? 'bad' : 'good', words(hasFailed ? 'home_admin.silent' : 'home_admin.works')],
    ['statistics', ...statisticsState(health, words)],
    [
      'address',
      health.address_reason === null ? 'good' : 'warning',
      words(`home_admin.address.${health.address_reason ?? 'ok'}`),
    ],
    [
      'backup',
      BACKUP_TONES[health.backup],
      words(`home_admin.backup.${health.backup}`, {
        time: health.backup_time === null ? '' : format.relative(health.backup_time),
      }),
    ],
  ];
  return (
    <Panel title={words('home_admin.health')}>
      <ul className={styles.list}>
        {states.map(([name, tone, text]) => (
          <li key={name} className={styles.item}>
            <span className={styles.itemName}>{words(`home_admin.${name}`)}</span>
            <Tag tone={tone}>{text}</Tag>
          </li>
        ))}
        {facts.map(([name, text]) => (
          <li key={name} className={styles.item}>
            <span className={styles.itemName}>{words(`home_admin.${name}`)}</span>
            <span className={styles.itemFigure}>{text}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Missing visits need somebody; late ones come by themselves. */
function statisticsState(
  { lag, unaccounted }: AdminHome['health'],
  words: ReturnType<typeof useWords>,
): [TagTone, string] {
  if (unaccounted > 0) return ['bad', words('home_admin.unaccounted', { count: unaccounted })];
  if (lag.visits > 0 && lag.milliseconds > TOLD_LAG_MS)
    return ['warning', words('home_admin.lag', { count: lag.visits })];
  return ['good', words('home_admin.current')];
}

/** Seconds in the largest unit that fits. */
function spanText(seconds: number, words: ReturnType<typeof useWords>): string {
  if (seconds < HOUR) return words('home_admin.minutes', { count: Math.floor(seconds / MINUTE) });
  if (seconds < DAY) return words('home_admin.hours', { count: Math.floor(seconds / HOUR) });
  return words('home_admin.days', { count: Math.floor(seconds / DAY) });
}
