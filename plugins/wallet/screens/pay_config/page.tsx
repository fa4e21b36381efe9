import { Page as Frame, Tabs, usePermission, useQuery, useWords } from '@waypost/host-sdk';
import { PaySettings } from './parts/PaySettings.tsx';
import { Providers } from './parts/Providers.tsx';

const TABS = ['settings', 'providers'] as const;

/** What is set for paying over the chain, and who tells of it. */
export function Page() {
  const words = useWords();
  const may = usePermission();
  const [params, setParams] = useQuery();
  const tabs = TABS.filter((name) => name !== 'providers' || may('wallet.provider:read'));
  const current = tabs.find((name) => name === params.get('tab')) ?? 'settings';
  return (
    <Frame title={words('menu.pay_config')} text={words('wallet.pay_config.text')}>
      <Tabs
        label={words('menu.pay_config')}
        tabs={tabs.map((name) => ({ name, title: words(`wallet.pay_config.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'settings' ? undefined : tab })}
      >
        {current === 'settings' ? <PaySettings /> : <Providers />}
      </Tabs>
    </Frame>
  );
}
