import { zId } from '@waypost/contract';
import {
  EmptyState,
  Page as Frame,
  PendingState,
  ScreenLink,
  ScreenRedirect,
  useCall,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { accountCall } from '../../accounts/calls.ts';

/** Leads to the page of whomever the address names, on the list of customers or of operators: `person?id=…`. */
export function Page() {
  const words = useWords();
  const [params] = useQuery();
  const id = params.get('id') ?? '';
  const isNamed = zId.safeParse(id).success;
  const { data, error, refetch } = useCall(accountCall, { id }, { enabled: isNamed });
  if (data) return <ScreenRedirect to={`${data.screen}?${params.toString()}`} />;
  return (
    <Frame title={words(error || !isNamed ? 'thing.not_shown' : 'state.loading')}>
      {!isNamed || error?.status === 404 ? (
        <EmptyState
          title={words('thing.nothing.title')}
          text={words('thing.nothing.text')}
          action={<ScreenLink to="user_list">{words('menu.user_list')}</ScreenLink>}
        />
      ) : (
        <PendingState error={error} onRetry={refetch} lines={6} height={24} />
      )}
    </Frame>
  );
}
