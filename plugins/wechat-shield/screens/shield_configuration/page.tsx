import { Page as Frame, Tabs, useQuery, useWords } from '@waypost/host-sdk';
import { RefusedVisits } from './parts/RefusedVisits.tsx';
import { RuleList } from './parts/RuleList.tsx';

const TABS = ['rules', 'refused'] as const;

/** Rules about who may visit, in their order, and whom they have refused. */
export function Page() {
  const words = useWords();
  const [params, setParams] = useQuery();
  const current = TABS.find((name) => name === params.get('tab')) ?? 'rules';
  return (
    <Frame title={words('menu.shield_configuration')} text={words('wechat-shield.rule.page.text')}>
      <Tabs
        label={words('wechat-shield.rule.page.tabs')}
        tabs={TABS.map((name) => ({ name, title: words(`wechat-shield.rule.page.tab.${name}`) }))}
        current={current}
        onChange={(tab) => setParams({ tab: tab === 'rules' ? undefined : tab })}
      >
        {current === 'rules' ? <RuleList /> : <RefusedVisits />}
      </Tabs>
    </Frame>
  );
}
