import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { Today } from '../calls.ts';
import styles from './today.module.css';

/** The day in four figures, against yesterday until now where that is counted. */
export function TodayFigures({ today }: { today: Today | undefined }) {
  const words = useWords();
  const isLoading = today === undefined;
  const figure = (name: 'view_number' | 'ip_view_number' | 'new_visitor_number') => (
    <StatFigure
      label={words(`qr.today.${name}`)}
      value={today?.[name] ?? 0}
      isLoading={isLoading}
      help={words(`qr.statistics.help.${name}`)}
      {...(today ? against(today, name, words) : {})}
      {...(today && name === 'view_number' ? { spark: today.hours } : {})}
    />
  );
  return (
    <div className={styles.figures}>
      <StatGrid>
        {figure('view_number')}
        {figure('ip_view_number')}
        {figure('new_visitor_number')}
        <StatFigure
          label={words('qr.today.bot_view_number')}
          value={today?.bot_view_number ?? 0}
          isLoading={isLoading}
          help={words('qr.statistics.help.bot_view_number')}
        />
      </StatGrid>
    </div>
  );
}

function against(today: Today, name: keyof Today['yesterday'], words: ReturnType<typeof useWords>) {
  const { until: time, [name]: previous } = today.yesterday_so_far;
  return previous === null ? {} : { previous, previousLabel: words('qr.today.yesterday_until', { time }) };
}
