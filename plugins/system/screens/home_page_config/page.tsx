import { Page as Frame, PendingState, Tabs, useCall, useQuery, useWords } from '@waypost/host-sdk';
import { homePageInquire } from './calls.ts';
import { HomePageForm } from './parts/HomePageForm.tsx';
import { HomePageVersions } from './parts/HomePageVersions.tsx';

const TABS = ['content', 'versions'] as const;

/** What the dashboard of customers shows: a notice, pictures that go round, links; and what it has shown before. */
export function Page() {
  const words = useWords();
  const [params, setParams] = useQuery();
  const { data, error, refetch } = useCall(homePageInquire, {});
  const tab = TABS.find((name) => name === params.get('tab')) ?? 'content';
  const title = words('menu.home_page_config');
  return (
    <Frame title={title} text={words('system.home_page.text')}>
      <Tabs
        label={title}
        tabs={TABS.map((name) => ({ name, title: words(`system.home_page.tab.${name}`) }))}
        current={tab}
        onChange={(name) => setParams({ tab: name === 'content' ? undefined : name })}
      >
        {!data ? (
          <PendingState error={error} onRetry={refetch} lines={8} height={20} />
        ) : tab === 'versions' ? (
          <HomePageVersions current={data.version} onRestored={() => void refetch()} />
        ) : (
          <HomePageForm key={data.version} page={data} onSaved={() => void refetch()} />
        )}
      </Tabs>
    </Frame>
  );
}
