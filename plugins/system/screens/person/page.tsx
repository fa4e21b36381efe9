import {
  EmptyState,
  ErrorState,
  Page as Frame,
  ScreenRedirect,
  Skeleton,
  useCall,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { accountCall } from '../../accounts/calls.ts';

/** Leads to the page of whomever the address names, on the list of customers or of operators: `person?id=…`. */
export function Page() {
  const words = useWords();
  const [params] = useQuery();
  const { data, error, refetch } = useCall(accountCall, { id: params.get('id') ?? '' });
  if (data) return <ScreenRedirect to={`${data.screen}?${params.toString()}`} />;
  return (
    <Frame title={words(error ? 'thing.not_shown' : 'state.loading')}>
      {error?.status === 404 || error?.status === 422 ? (
        <EmptyState title={words('thing.nothing.title')} text={words('thing.nothing.text')} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} height={24} />
      )}
    </Frame>
  );
}
