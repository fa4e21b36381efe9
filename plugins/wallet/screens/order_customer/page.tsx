import { useQuery } from '@waypost/host-sdk';
import { OrderList } from '../../orders/OrderList.tsx';
import { OrderPage } from '../../orders/OrderPage.tsx';
import { customerOrderResource } from './resource.ts';

/** Orders; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id === null)
    return (
      <OrderList
        resource={customerOrderResource}
        title="menu.order_customer"
        screen="order_customer"
        words="wallet.customer_order"
        call="inquire"
        hasOwners
        hasShares
      />
    );
  return (
    <OrderPage
      key={id}
      resource={customerOrderResource}
      back={{ screen: 'order_customer', label: 'menu.order_customer' }}
      hasShares
    />
  );
}
