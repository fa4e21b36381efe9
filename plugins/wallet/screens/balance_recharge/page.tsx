import { useQuery } from '@waypost/host-sdk';
import { PaymentPage } from './parts/PaymentPage.tsx';
import { RechargePage } from './parts/RechargePage.tsx';

/** Money onto the own balance; with an id in the address one payment, from its address to its end. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  return id === null ? <RechargePage /> : <PaymentPage key={id} id={id} />;
}
