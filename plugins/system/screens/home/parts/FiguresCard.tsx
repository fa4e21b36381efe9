import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';
import styles from './home.module.css';

const FIGURES = ['view_number', 'ip_view_number', 'new_visitor_number'] as const;

/** Today in three figures, against yesterday until now where that is counted. */
export function FiguresCard({ home }: { home: Home | undefined }) {
  const words = useWords();
  return (
    <div className={styles.figures}>
      <StatGrid>
        {FIGURES.map((name) => (
          <StatFigure
            key={name}
            label={words(`home.${name}`)}
            value={home?.today[name]}
            {...(home ? against(home, name, words) : {})}
          />
        ))}
      </StatGrid>
    </div>
  );
}

function against(home: Home, name: (typeof FIGURES)[number], words: ReturnType<typeof useWords>) {
  const { until: time, [name]: previous } = home.yesterday_so_far;
  return previous === null ? {} : { previous, previousLabel: words('home.yesterday_until', { time }) };
}
