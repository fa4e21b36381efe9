import type { ReactNode } from 'react';
import { usePermission } from '../session/use-user.tsx';
import { useWords } from '../words/context.tsx';
import { Page } from './Page.tsx';
import { Tabs } from './Tabs.tsx';
import { useQuery } from './use-navigation.tsx';

/** One tab of a screen. */
export interface PageTab {
  /** In the address, as `tab`; the first tab needs none. */
  name: string;
  /** Locale key. */
  title: string;
  /** Node that a caller needs to see it. */
  permission?: string;
  /** Beside the title of the page while this tab is open. */
  actions?: ReactNode;
  content: ReactNode;
}

export interface TabbedPageProps {
  title: string;
  /** One sentence under the title. */
  text?: string;
  tabs: readonly [PageTab, ...PageTab[]];
}

/** A screen with tabs, which one stands in the address. Whoever may see one of them sees that one and no row of tabs. */
export function TabbedPage({ title, text, tabs }: TabbedPageProps) {
  const words = useWords();
  const may = usePermission();
  const [params, setParams] = useQuery();
  const [first] = tabs;
  const shown = tabs.filter(({ permission }) => may(permission));
  const current = shown.find(({ name }) => name === params.get('tab')) ?? shown[0] ?? first;
  return (
    <Page title={title} {...(text === undefined ? {} : { text })} actions={current.actions}>
      {shown.length < 2 ? (
        current.content
      ) : (
        <Tabs
          label={title}
          tabs={shown.map((tab) => ({ name: tab.name, title: words(tab.title) }))}
          current={current.name}
          onChange={(name) => setParams({ tab: name === first.name ? undefined : name })}
        >
          {current.content}
        </Tabs>
      )}
    </Page>
  );
}
