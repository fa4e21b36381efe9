import { Page as Frame, Tabs, useGo, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { SpareList } from './parts/SpareList.tsx';
import { TakeOverList } from './parts/TakeOverList.tsx';
import { TakeOverPage } from './parts/TakeOverPage.tsx';

const TABS = ['spares', 'take_overs'] as const;

/** Spare domains, and what they took over; with an id in the address the page of one take-over. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const go = useGo();
  const [query] = useQuery();
  const id = query.get('id');
  if (id !== null) return <TakeOverPage key={id} />;
  const tabs = TABS.filter((name) => name === 'spares' || may('domain.take_over:read'));
  const current = tabs.find((name) => name === query.get('list')) ?? 'spares';
  return (
    <Frame title={words('menu.hold_domain')} text={words('domain.reserve.text')}>
      <Tabs
        label={words('menu.hold_domain')}
        tabs={tabs.map((name) => ({ name, title: words(`domain.reserve.tab.${name}`) }))}
        current={current}
        // What one list was narrowed by is nothing to the other.
        onChange={(name) => go('hold_domain', name === 'spares' ? {} : { list: name })}
      >
        {current === 'spares' ? <SpareList /> : <TakeOverList />}
      </Tabs>
    </Frame>
  );
}
