import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { LiveVisits } from '../calls.ts';
import styles from './live.module.css';

/** How much of the last minute must have been watched before its sum is the rate of a minute, milliseconds. */
const WHOLE_MINUTE_MS = 59_000;

interface LiveFiguresProps {
  live: LiveVisits | undefined;
  rates: readonly number[];
}

/** Visits, visitors and regions of the last minute. */
export function LiveFigures({ live, rates }: LiveFiguresProps) {
  const words = useWords();
  const isLoading = live === undefined;
  const watched = live ? live.rate.watched_ms : WHOLE_MINUTE_MS;
  return (
    <div className={styles.figures}>
      <StatGrid>
        <StatFigure
          label={words(watched < WHOLE_MINUTE_MS ? 'qr.live.rate_since' : 'qr.live.rate')}
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
      </StatGrid>
    </div>
  );
}
