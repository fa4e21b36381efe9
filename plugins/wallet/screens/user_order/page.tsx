import { useQuery } from '@waypost/host-sdk';
import { OrderList } from '../../orders/OrderList.tsx';
import { OrderPage } from '../../orders/OrderPage.tsx';
import { BuyerVerbs } from '../order/parts/OrderVerbs.tsx';
import { ReceiptButton } from '../order/parts/ReceiptButton.tsx';
import { orderResource } from '../order/resource.ts';

/** Orders; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id === null)
    return (
      <OrderList
        resource={orderResource}
        title="menu.user_order"
        screen="user_order"
        words="wallet.order"
        call="user_inquire"
      />
    );
  return (
    <OrderPage
      key={id}
      resource={orderResource}
      back={{ screen: 'user_order', label: 'menu.user_order' }}
      hasShares={false}
      actions={(order, page) => (
        <>
          <ReceiptButton order={order} />
          <BuyerVerbs order={order} page={page} />
        </>
      )}
    />
  );
}
