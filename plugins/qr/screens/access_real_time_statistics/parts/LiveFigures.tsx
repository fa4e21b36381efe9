import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { LiveVisits } from '../calls.ts';
import styles from './live.module.css';

interface LiveFiguresProps {
  live: LiveVisits | undefined;
  rates: readonly number[];
}

/** Visits, visitors and regions of the last minute, and the visits of the day. */
export function LiveFigures({ live, rates }: LiveFiguresProps) {
  const words = useWords();
  const isLoading = live === undefined;
  return (
    <div className={styles.figures}>
      <StatGrid>
        <StatFigure
          label={words('qr.live.rate')}
          value={live?.rate.visits ?? 0}
          isLoading={isLoading}
          spark={rates}
        />
        <StatFigure label={words('qr.live.visitors')} value={live?.visitors ?? 0} isLoading={isLoading} />
        <StatFigure
          label={words('qr.live.region_count')}
          value={live?.regions.length ?? 0}
          isLoading={isLoading}
        />
        <StatFigure label={words('qr.live.today')} value={live?.today ?? 0} isLoading={isLoading} />
      </StatGrid>
    </div>
  );
}
