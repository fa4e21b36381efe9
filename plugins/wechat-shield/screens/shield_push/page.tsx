import { Page as Frame, Tabs, useQuery, useWords } from '@waypost/host-sdk';
import { Blocks } from './parts/Blocks.tsx';
import { Policy } from './parts/Policy.tsx';
import { PushPage } from './parts/PushPage.tsx';

const TABS = ['blocks', 'policy'] as const;

/** Blocks and what followed, and what happens at the next one; with an id in the address the page of one block. */
export function Page() {
  const words = useWords();
  const [params, setParams] = useQuery();
  const id = params.get('id');
  if (id !== null) return <PushPage key={id} />;
  const current = TABS.find((name) => name === params.get('tab')) ?? 'blocks';
  return (
    <Frame title={words('menu.shield_push')} text={words('wechat-shield.push.page.text')}>
      <Tabs
        label={words('wechat-shield.push.page.tabs')}
        tabs={TABS.map((name) => ({ name, title: words(`wechat-shield.push.page.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'blocks' ? undefined : tab })}
      >
        {current === 'blocks' ? <Blocks /> : <Policy />}
      </Tabs>
    </Frame>
  );
}
