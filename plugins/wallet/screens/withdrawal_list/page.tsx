import { useQuery } from '@waypost/host-sdk';
import { WithdrawalList } from '../../withdrawals/WithdrawalList.tsx';
import { WithdrawalPage } from '../../withdrawals/WithdrawalPage.tsx';
import { ReviewActions } from './parts/ReviewActions.tsx';

/** Withdrawals of everybody to decide of and to pay; with an id in the address the page of one of them. */
export function Page() {
  const [params] = useQuery();
  const id = params.get('id');
  if (id === null)
    return (
      <WithdrawalList
        title="menu.withdrawal_list"
        words="wallet.withdrawal"
        screen="withdrawal_list"
        isReview
      />
    );
  return (
    <WithdrawalPage
      key={id}
      back={{ screen: 'withdrawal_list', label: 'menu.withdrawal_list' }}
      isReview
      actions={(row, page) => <ReviewActions row={row} page={page} />}
    />
  );
}
