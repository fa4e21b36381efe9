import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';
import styles from './home.module.css';

const FIGURES = ['view_number', 'ip_view_number', 'new_visitor_number'] as const;

/** Today in three figures, each against the whole of yesterday. */
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
            {...(home ? { previous: home.yesterday[name] } : {})}
            previousLabel={words('home.yesterday')}
            {...(home && name === 'view_number' ? { spark: home.today.hours } : {})}
          />
        ))}
      </StatGrid>
    </div>
  );
}
