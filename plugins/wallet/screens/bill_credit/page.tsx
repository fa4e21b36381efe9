import { BillList } from '../../bills/BillList.tsx';

/** The balance bill: top-ups, what operators give and take, payments from the balance. */
export function Page() {
  return <BillList screen="bill_credit" />;
}
