import { useQuery } from '@waypost/host-sdk';
import { UserPage } from './parts/UserPage.tsx';
import { UserTable } from './parts/UserTable.tsx';

/** Customers and agents, or the page of the one that the address names: `user_list?id=…`. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <UserTable /> : <UserPage key={id} />;
}
