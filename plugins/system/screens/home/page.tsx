import { ErrorState, Page as Screen, Slot, useCall, useFormat, useUser, useWords } from '@waypost/host-sdk';
import { homeCall } from './calls.ts';
import { CardGrid, homeCards } from './parts/cards.tsx';

/** Milliseconds between refreshes of a dashboard: it is looked at, not watched. */
const REFRESH_MS = 15_000;

/** What a customer sees first: the day's figures, the newest codes, messages, and where to begin. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const user = useUser();
  const { data, error, refetch } = useCall(homeCall, {}, { refetchInterval: REFRESH_MS });
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
            ...homeCards(data),
            { key: 'plugins', place: 'main', content: <Slot name="system.home.card" props={{}} /> },
          ]}
        />
      )}
    </Screen>
  );
}
