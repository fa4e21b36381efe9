import { ScreenLink, useWords } from '@waypost/host-sdk';
import { Feed } from '../../access_real_time_statistics/parts/Feed.tsx';
import { useLiveFeed } from '../../access_real_time_statistics/parts/use-live-feed.ts';
import type { VisitScopeChoice } from '../../visitor/parts/use-visit-scope.ts';

/** As many as are read at a glance; the screen of live visits has them all. */
const MOST_SHOWN = 10;

interface TodayFeedProps {
  scope: VisitScopeChoice;
  /** The one code that is looked at. */
  link: string | undefined;
  isPaused: boolean;
}

/** Who is visiting at this moment. */
export function TodayFeed({ scope, link, isPaused }: TodayFeedProps) {
  const words = useWords();
  const { live, rows } = useLiveFeed({ scope, isStopped: isPaused });
  const shown = rows.filter((visit) => link === undefined || visit.link === link).slice(0, MOST_SHOWN);
  return (
    <Feed
      rows={live ? shown : undefined}
      toolbar={<ScreenLink to="access_real_time_statistics">{words('qr.live.title')}</ScreenLink>}
    />
  );
}
