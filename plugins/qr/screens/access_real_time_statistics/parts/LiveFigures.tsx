import { StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import type { LiveVisits } from '../calls.ts';
import styles from './live.module.css';
import { figuresOf, type LiveWindow } from './live-window.ts';

interface LiveFiguresProps {
  live: LiveVisits | undefined;
  told: readonly LiveVisits[];
  window: LiveWindow;
}

/** Visits, visitors and regions of a window, and the visits of the day. */
export function LiveFigures({ live, told, window }: LiveFiguresProps) {
  const words = useWords();
  const figures = live && figuresOf(live, window);
  const isLoading = live === undefined;
  return (
    <div className={styles.figures}>
      <StatGrid>
        <StatFigure
          label={words('qr.live.rate')}
          value={figures?.visits ?? 0}
          isLoading={isLoading}
          spark={told.map((one) => figuresOf(one, window).visits)}
        />
        <StatFigure label={words('qr.live.visitors')} value={figures?.visitors ?? 0} isLoading={isLoading} />
        <StatFigure
          label={words('qr.live.region_count')}
          value={figures?.regions.length ?? 0}
          isLoading={isLoading}
        />
        <StatFigure label={words('qr.live.today')} value={live?.today ?? 0} isLoading={isLoading} />
      </StatGrid>
    </div>
  );
}
