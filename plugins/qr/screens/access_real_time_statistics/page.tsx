import { Input, Radio } from '@arco-design/web-react';
import { ErrorState, Page as Screen, useQuery, useWords } from '@waypost/host-sdk';
import { LiveState } from '../today_statistics/parts/LiveState.tsx';
import { useVisitScope } from '../visitor/parts/use-visit-scope.ts';
import { Feed } from './parts/Feed.tsx';
import { filterFeed } from './parts/feed.ts';
import { LiveFigures } from './parts/LiveFigures.tsx';
import styles from './parts/live.module.css';
import { figuresOf, LIVE_WINDOWS, type LiveWindow } from './parts/live-window.ts';
import { Regions } from './parts/Regions.tsx';
import { useIsAtTop } from './parts/use-is-at-top.ts';
import { useLiveFeed } from './parts/use-live-feed.ts';

/** Visits as they happen: the last half hour or minute in figures, where from, and who. */
export function Page() {
  const words = useWords();
  const scope = useVisitScope();
  const isAtTop = useIsAtTop();
  const [params, set] = useQuery();
  const feed = useLiveFeed({ scope, isHeld: !isAtTop });
  const text = params.get('search') ?? '';
  const window = LIVE_WINDOWS.find((one) => one === params.get('window')) ?? LIVE_WINDOWS[0];
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
          <div>
            <Radio.Group
              type="button"
              aria-label={words('qr.live.window')}
              value={window}
              options={LIVE_WINDOWS.map((value) => ({ value, label: words(`qr.live.window.${value}`) }))}
              onChange={(value: LiveWindow) => set({ window: value === LIVE_WINDOWS[0] ? undefined : value })}
            />
          </div>
          <LiveFigures live={feed.live} told={feed.told} window={window} />
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
              regions={feed.live && figuresOf(feed.live, window).regions}
              window={window}
              chosen={region}
              onChoose={(chosen) => set({ region: chosen })}
            />
          </div>
        </div>
      )}
    </Screen>
  );
}
