import { useQuery } from '@waypost/host-sdk';
import { WatchList } from './WatchList.tsx';
import { WatchPage } from './WatchPage.tsx';

/** The list of watched domains, or the page of one. */
export function Watches({ isForEveryone = false }: { isForEveryone?: boolean }) {
  const [params] = useQuery();
  const id = params.get('id');
  const screen = isForEveryone ? 'admin_domain_monitor' : 'domain_monitor';
  return id === null ? <WatchList screen={screen} /> : <WatchPage key={id} screen={screen} />;
}
