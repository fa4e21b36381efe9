import { useQuery } from '@waypost/host-sdk';
import { CustomerPage } from './parts/CustomerPage.tsx';
import { CustomersPage } from './parts/CustomersPage.tsx';

/** An agent's own customers; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <CustomersPage /> : <CustomerPage key={id} />;
}
