import { Button, Page as Frame, Tabs, useGo, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { BillList } from '../../bills/BillList.tsx';
import { ClosingList } from '../../closing/ClosingList.tsx';
import { StatementDrawer } from '../../statements/StatementDrawer.tsx';

const TABS = ['lines', 'closing'] as const;

/** Every change of balances, with statements; for those who run the platform also the closing of each day. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const go = useGo();
  const [query] = useQuery();
  if (!may('wallet.closing:read')) return <Bills title="menu.bill" />;
  const current = TABS.find((name) => name === query.get('tab')) ?? 'lines';
  return (
    <Frame title={words('menu.bill')}>
      <Tabs
        label={words('menu.bill')}
        tabs={TABS.map((name) => ({ name, title: words(`wallet.bill.tab.${name}`) }))}
        current={current}
        // What one list was narrowed by is nothing to the other.
        onChange={(name) => go('bill', name === 'lines' ? {} : { tab: name })}
      >
        {current === 'lines' ? <Bills title="wallet.bill.tab.lines" /> : <ClosingList />}
      </Tabs>
    </Frame>
  );
}

function Bills({ title }: { title: string }) {
  const words = useWords();
  const may = usePermission();
  const [asks, setAsks] = useState<{ owner: string | undefined; isOwn: boolean }>();
  return (
    <>
      <BillList
        screen="bill"
        title={title}
        toolbar={(shown) =>
          may('wallet.bill:export') && may('system.operation:read') ? (
            <Button onClick={() => setAsks(shown)}>{words('wallet.statement.get')}</Button>
          ) : null
        }
      />
      {asks ? (
        <StatementDrawer
          isOfAnybody={may('wallet.bill:read_all')}
          owner={asks.owner}
          onClose={() => setAsks(undefined)}
        />
      ) : null}
    </>
  );
}
