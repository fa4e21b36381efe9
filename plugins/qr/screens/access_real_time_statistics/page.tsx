import { Input } from '@arco-design/web-react';
import { ErrorState, Page as Screen, useQuery, useWords } from '@waypost/host-sdk';
import { LiveState } from '../today_statistics/parts/LiveState.tsx';
import { useVisitScope } from '../visitor/parts/use-visit-scope.ts';
import { Feed } from './parts/Feed.tsx';
import { filterFeed } from './parts/feed.ts';
import { LiveFigures } from './parts/LiveFigures.tsx';
import styles from './parts/live.module.css';
import { Regions } from './parts/Regions.tsx';
import { useIsAtTop } from './parts/use-is-at-top.ts';
import { useLiveFeed } from './parts/use-live-feed.ts';

/** Visits as they happen: the last minute in figures, where from, and who. */
export function Page() {
  const words = useWords();
  const scope = useVisitScope();
  const isAtTop = useIsAtTop();
  const [params, set] = useQuery();
  const feed = useLiveFeed({ scope, isHeld: !isAtTop });
  const text = params.get('search') ?? '';
  const region = params.get('region') ?? undefined;
  const rows = filterFeed(feed.rows, { text, region });
  return (
    <Screen
      title={words('qr.live.title')}
      text={words('qr.live.text')}
      actions={
        <LiveState
          lag={undefined}
          isLive={feed.isLive}
          isPaused={feed.isPaused}
          onPause={feed.setPaused}
          hasFailed={feed.error !== null}
        />
      }
    >
      {feed.error !== null && !feed.live ? (
        <ErrorState error={feed.error} onRetry={feed.reload} />
      ) : (
        <div className={styles.parts}>
          <LiveFigures live={feed.live} rates={feed.rates} />
          <div className={styles.columns}>
            <Feed
              rows={feed.live ? rows : undefined}
              onClearFilters={
                text !== '' || region !== undefined
                  ? () => set({ search: undefined, region: undefined })
                  : undefined
              }
              waiting={{
                count: feed.waiting,
                onShow: () => document.querySelector('h1')?.scrollIntoView({ block: 'end' }),
              }}
              toolbar={
                <search className={styles.searchPart}>
                  <Input.Search
                    {...(styles.search ? { className: styles.search } : {})}
                    aria-label={words('qr.live.search')}
                    placeholder={words('qr.live.search')}
                    value={text}
                    allowClear
                    onChange={(search) => set({ search })}
                  />
                </search>
              }
            />
            <Regions
              regions={feed.live?.regions}
              chosen={region}
              onChoose={(chosen) => set({ region: chosen })}
            />
          </div>
        </div>
      )}
    </Screen>
  );
}
