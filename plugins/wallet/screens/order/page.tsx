import { useQuery } from '@waypost/host-sdk';
import { OrderList } from '../../orders/OrderList.tsx';
import { OrderPage } from '../../orders/OrderPage.tsx';
import { OperatorVerbs } from './parts/OrderVerbs.tsx';
import { ReceiptButton } from './parts/ReceiptButton.tsx';
import { orderResource } from './resource.ts';

/** Orders; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id === null)
    return (
      <OrderList
        resource={orderResource}
        title="menu.order"
        screen="order"
        words="wallet.order"
        call="inquire"
        isOfAll
        hasOwners
        hasShares
      />
    );
  return (
    <OrderPage
      key={id}
      resource={orderResource}
      back={{ screen: 'order', label: 'menu.order' }}
      hasShares
      actions={(order) => (
        <>
          <ReceiptButton order={order} />
          <OperatorVerbs order={order} />
        </>
      )}
    />
  );
}
