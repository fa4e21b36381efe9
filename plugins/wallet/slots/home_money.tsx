import { definePanel, ErrorState, Facts, Panel, ScreenLink, useCall, useWords } from '@waypost/host-sdk';
import { moneyNowCall } from '../closing/calls.ts';
import { Money } from '../money/Money.tsx';

/** Milliseconds between two looks, as of the page that it is on. */
const REFRESH_MS = 60_000;

/** What came in, what people have, and who waits to be paid, on the home page of operators. */
function HomeMoney() {
  const words = useWords();
  const { data, error, refetch } = useCall(moneyNowCall, {}, { refetchInterval: REFRESH_MS });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Panel
      title={words('wallet.home_money')}
      actions={<ScreenLink to="bill">{words('wallet.home_money.more')}</ScreenLink>}
    >
      <Facts
        facts={
          data
            ? [
                [words('wallet.home_money.received'), <Money key="received" amount={data.received} />],
                [
                  words('wallet.home_money.received_before'),
                  <Money key="received_before" amount={data.received_before} />,
                ],
                [words('wallet.home_money.owed'), <Money key="owed" amount={data.owed} />],
                [
                  words('wallet.home_money.withdrawals'),
                  data.withdrawals === 0 ? (
                    words('wallet.home_money.none')
                  ) : (
                    <ScreenLink key="withdrawals" to="withdrawal_list?status=1">
                      {words('wallet.home_money.waiting', { count: data.withdrawals })}
                      {' · '}
                      <Money amount={data.withdrawn} />
                    </ScreenLink>
                  ),
                ],
              ]
            : []
        }
      />
    </Panel>
  );
}

export const contribution = definePanel(HomeMoney);
