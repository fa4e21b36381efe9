import { EmptyState, Page, PendingState, useCall, useWords } from '@waypost/host-sdk';
import { homelessCall, ownHomelessCall } from '../calls.ts';
import { HomelessList } from './HomelessList.tsx';

/** Milliseconds between looks at whether anybody can say. */
const LOOK_EVERY = 20_000;
const ONE = { page: 1, page_size: 1 };

/** Codes without a working domain; while the plugin of the codes is off, what is missing. */
export function HomelessCodes({ isForEveryone = false }: { isForEveryone?: boolean }) {
  const words = useWords();
  const call = isForEveryone ? homelessCall : ownHomelessCall;
  const { data, error, refetch } = useCall(call, ONE, { refetchInterval: LOOK_EVERY });
  const title = words(`menu.${isForEveryone ? 'no_domain_name' : 'nodomain'}`);
  if (data?.is_available) return <HomelessList isForEveryone={isForEveryone} isCounting={data.is_counting} />;
  return (
    <Page title={title}>
      {data === undefined ? (
        <PendingState error={error} onRetry={refetch} lines={6} />
      ) : (
        <EmptyState title={words('domain.homeless.away.title')} text={words('domain.homeless.away.text')} />
      )}
    </Page>
  );
}
