import { PendingState, TabbedPage, useCall, useWords } from '@waypost/host-sdk';
import { homePageInquire } from './calls.ts';
import { HomePageForm } from './parts/HomePageForm.tsx';
import { HomePageVersions } from './parts/HomePageVersions.tsx';

/** What the dashboard of customers shows: a notice, pictures that go round, links; and what it has shown before. */
export function Page() {
  const words = useWords();
  const { data, error, refetch } = useCall(homePageInquire, {});
  const reload = () => void refetch();
  const pending = <PendingState error={error} onRetry={refetch} lines={8} height={20} />;
  return (
    <TabbedPage
      title={words('menu.home_page_config')}
      text={words('system.home_page.text')}
      tabs={[
        {
          name: 'content',
          title: 'system.home_page.tab.content',
          content: data ? <HomePageForm key={data.version} page={data} onSaved={reload} /> : pending,
        },
        {
          name: 'versions',
          title: 'system.home_page.tab.versions',
          content: data ? <HomePageVersions current={data.version} onRestored={reload} /> : pending,
        },
      ]}
    />
  );
}
