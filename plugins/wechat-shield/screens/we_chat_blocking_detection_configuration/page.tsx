import { Page as Frame, Tabs, useQuery, useWords } from '@waypost/host-sdk';
import { Detection } from './parts/Detection.tsx';
import { Providers } from './parts/Providers.tsx';

const TABS = ['providers', 'detection'] as const;

/** Who is asked whether WeChat blocks an address, and how often. */
export function Page() {
  const words = useWords();
  const [params, setParams] = useQuery();
  const current = TABS.find((name) => name === params.get('tab')) ?? 'providers';
  return (
    <Frame
      title={words('menu.we_chat_blocking_detection_configuration')}
      text={words('wechat-shield.page.text')}
    >
      <Tabs
        label={words('wechat-shield.page.tabs')}
        tabs={TABS.map((name) => ({ name, title: words(`wechat-shield.page.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'providers' ? undefined : tab })}
      >
        {current === 'providers' ? <Providers /> : <Detection />}
      </Tabs>
    </Frame>
  );
}
