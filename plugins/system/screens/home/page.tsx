import type { ResultOf } from '@waypost/contract';
import {
  ErrorState,
  Page as Screen,
  Slot,
  useCall,
  useFormat,
  useIsPhone,
  useUser,
  useWords,
} from '@waypost/host-sdk';
import { homeCall, homePageCall } from './calls.ts';
import { CardGrid, type DashboardCard, homeCards } from './parts/cards.tsx';
import { HomeCarousel } from './parts/HomeCarousel.tsx';
import { HomeLinks, HomeNotice } from './parts/HomePageParts.tsx';
import { HomeText, TextsCard } from './parts/HomeTexts.tsx';
import { OwnSteps } from './parts/OwnSteps.tsx';

/** Milliseconds between refreshes of a dashboard: it is looked at, not watched. */
const REFRESH_MS = 15_000;

/** What a customer sees first: what operators tell, the day's figures, the newest codes, messages, and where to begin. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const user = useUser();
  const isPhone = useIsPhone();
  const { data, error, refetch } = useCall(homeCall, {}, { refetchInterval: REFRESH_MS });
  const page = useCall(homePageCall, {});
  const [before, after] = operatorsCards(page.data, isPhone);
  return (
    <Screen
      title={words('home.hello', { name: user?.name || (user?.account ?? '') })}
      // A line from the beginning, so that nothing moves when it is known.
      text={data ? words('home.day', { day: format.day(data.day), zone: data.time_zone }) : '\u00a0'}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardGrid
          cards={[
            ...before,
            ...homeCards(data),
            { key: 'steps', place: 'row', content: <OwnSteps /> },
            ...after,
            { key: 'plugins', place: 'main', content: <Slot name="system.home.card" props={{}} /> },
            { key: 'plugins_side', place: 'side', content: <Slot name="system.home.side" props={{}} /> },
          ]}
        />
      )}
      <HomeText />
    </Screen>
  );
}

/** What operators have put there: the notice over everything, the rest below the figures. */
function operatorsCards(
  page: ResultOf<typeof homePageCall> | undefined,
  isPhone: boolean,
): [DashboardCard[], DashboardCard[]] {
  if (!page) return [[], []];
  const { notice, carousel, links, texts } = page;
  return [
    notice ? [{ key: 'notice', place: 'row', content: <HomeNotice notice={notice} /> }] : [],
    [
      ...(carousel.length === 0
        ? []
        : [{ key: 'carousel', place: 'row', content: <HomeCarousel slides={carousel} /> } as const]),
      ...(links.length === 0
        ? []
        : [{ key: 'links', place: 'row', content: <HomeLinks links={links} isPhone={isPhone} /> } as const]),
      ...(texts.length === 0
        ? []
        : [{ key: 'texts', place: 'side', content: <TextsCard texts={texts} /> } as const]),
    ],
  ];
}
