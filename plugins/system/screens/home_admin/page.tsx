import { ErrorState, Page as Screen, Slot, useCall, useFormat, useUser, useWords } from '@waypost/host-sdk';
import { CardGrid, homeCards } from '../home/parts/cards.tsx';
import { adminHomeCall } from './calls.ts';
import { ChangesCard } from './parts/ChangesCard.tsx';
import { FirstSteps } from './parts/FirstSteps.tsx';
import { HealthCard } from './parts/HealthCard.tsx';
import { NeedsCard } from './parts/NeedsCard.tsx';
import { PeopleCard } from './parts/PeopleCard.tsx';

/** Milliseconds between refreshes of a dashboard: it is looked at, not watched. */
const REFRESH_MS = 15_000;

/** The platform at a glance: the day's figures, health, newest codes and people. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const user = useUser();
  const { data, error, refetch } = useCall(adminHomeCall, {}, { refetchInterval: REFRESH_MS });
  return (
    <Screen
      title={words('menu.home_admin')}
      // A line from the beginning, so that nothing moves when it is known.
      text={data ? words('home.day', { day: format.day(data.day), zone: data.time_zone }) : '\u00a0'}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardGrid
          cards={[
            ...homeCards(data),
            ...(data && data.needs.length + data.waiting.length > 0
              ? [
                  {
                    key: 'needs',
                    place: 'row',
                    content: <NeedsCard needs={data.needs} waiting={data.waiting} />,
                  } as const,
                ]
              : []),
            { key: 'changes', place: 'row', content: <ChangesCard /> },
            ...(user?.is_super
              ? [{ key: 'first_steps', place: 'row', content: <FirstSteps /> } as const]
              : []),
            { key: 'plugins', place: 'side', content: <Slot name="system.home_admin.card" props={{}} /> },
            {
              key: 'health',
              place: 'side',
              content: <HealthCard health={data?.health} hasFailed={error !== null} />,
            },
            { key: 'people', place: 'main', content: <PeopleCard people={data?.people} /> },
          ]}
        />
      )}
    </Screen>
  );
}
