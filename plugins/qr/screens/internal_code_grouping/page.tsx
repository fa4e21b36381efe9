import { useQuery } from '@waypost/host-sdk';
import { PoolList } from '../../pools/parts/PoolList.tsx';
import { PoolPage } from '../../pools/parts/PoolPage.tsx';

/** Pools of live codes; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <PoolList /> : <PoolPage key={id} />;
}
