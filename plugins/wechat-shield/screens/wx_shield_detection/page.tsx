import { Page as Frame, Tabs, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { CheckPage } from './parts/CheckPage.tsx';
import { Checks } from './parts/Checks.tsx';
import { Domains } from './parts/Domains.tsx';

const TABS = ['checks', 'domains'] as const;

/** Checks of addresses and how domains stand; with an id in the address what everybody said in one check. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [params, setParams] = useQuery();
  const id = params.get('id');
  if (id !== null) return <CheckPage key={id} />;
  const tabs = TABS.filter((name) => name === 'checks' || may('wechat-shield.host:read'));
  const current = tabs.find((name) => name === params.get('tab')) ?? 'checks';
  return (
    <Frame title={words('menu.wx_shield_detection')} text={words('wechat-shield.now.text')}>
      <Tabs
        label={words('wechat-shield.now.tabs')}
        tabs={tabs.map((name) => ({ name, title: words(`wechat-shield.now.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'checks' ? undefined : tab })}
      >
        {current === 'checks' ? <Checks /> : <Domains />}
      </Tabs>
    </Frame>
  );
}
