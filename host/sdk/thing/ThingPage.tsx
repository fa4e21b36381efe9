import { IconLeft } from '@arco-design/web-react/icon';
import { useQuery as useDataQuery } from '@tanstack/react-query';
import { type Resource, type RowOf, zId } from '@waypost/contract';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { useReloadArea } from '../client/use-call.ts';
import { Page } from '../parts/Page.tsx';
import { EmptyState, PendingState } from '../parts/states.tsx';
import { Tabs } from '../parts/Tabs.tsx';
import { ScreenLink } from '../parts/use-navigation.tsx';
import { usePermission } from '../session/use-user.tsx';
import { useContributions } from '../slot/context.tsx';
import type { SlotRow } from '../slot/contribution.ts';
import { Slot, SlotBoundary } from '../slot/Slot.tsx';
import { useLanguage, useWords } from '../words/context.tsx';
import { useTellThing } from './shown-thing.ts';
import styles from './thing.module.css';
import { ThingOwner } from './thing-owner.ts';

/** What a part of the page can do with the page around it. */
export interface ThingHandle {
  /** Loads the thing anew, and what else its area has answered, after something that it shows has been written. */
  reload(): void;
}

/** A tab that another plugin adds: slot `<resource>.tab`. */
interface AddedTab<R extends Resource> extends ThingTab<R> {
  order: number;
}

function useAddedTabs<R extends Resource>({ name }: R): AddedTab<R>[] {
  return useContributions(`${name}.tab`, 'tab').map(({ key, entry, contribution }) => ({
    order: entry.order,
    name: key,
    title: contribution.title,
    content: (row) => (
      <SlotBoundary plugin={entry.plugin}>
        <contribution.Component row={row as unknown as SlotRow} />
      </SlotBoundary>
    ),
  }));
}

/** One tab of a thing's page. */
export interface ThingTab<R extends Resource> {
  /** In the address, as `tab`; the first tab needs none. */
  name: string;
  /** Locale key. */
  title: string;
  /** Node that a caller needs to see it. */
  permission?: string;
  content: (row: RowOf<R>, page: ThingHandle) => ReactNode;
}

export interface ThingPageProps<R extends Resource> {
  /** Has `details`. */
  resource: R;
  tabs: readonly [ThingTab<R>, ...ThingTab<R>[]];
  /** What stands as the page's title; by default the name. */
  title?: (row: RowOf<R>) => string;
  /** Beside the name: its state, mostly a `Tag`. */
  state?: (row: RowOf<R>, page: ThingHandle) => ReactNode;
  /** Milliseconds until it is loaded anew, again and again while the window is seen; false: not as it stands now. */
  refetchEvery?: (row: RowOf<R>) => number | false;
  /** Under the name: what tells it from others, in a line. */
  facts?: (row: RowOf<R>) => ReactNode;
  /** Before the name: a small picture of it. */
  picture?: (row: RowOf<R>) => ReactNode;
  /** Over the tabs, whichever is open: what has to be known of it first. */
  notice?: (row: RowOf<R>, page: ThingHandle) => ReactNode;
  /** Buttons for what can be done with it. */
  actions?: (row: RowOf<R>, page: ThingHandle) => ReactNode;
  /** The list that it stands in; as a function, where things of one kind stand in several: undefined is one not known yet. */
  back: ThingList | ((row: RowOf<R> | undefined) => ThingList);
}

/** Screen of a list, such as `role` or `message_list?tab=sent`, and the locale key of the link to it. */
export interface ThingList {
  screen: string;
  label: string;
}

/**
 * The page of one thing: its name, state and verbs, and tabs. Which thing and which tab stand in the address
 * (`?id=…&tab=…`), so that every list, message and report can lead to it. Whatever else stands there is the tab's own, such
 * as the search of a list in it, and goes with a change of tab. What other plugins add to its details (slot
 * `<resource>.detail`) stands under the first tab's content; tabs that they add (slot `<resource>.tab`) come last, or
 * behind the first where their `order` is above 0.
 */
export function ThingPage<R extends Resource>({ resource, tabs, back: backOf, ...head }: ThingPageProps<R>) {
  const words = useWords();
  const client = useClient();
  const locale = useLanguage();
  const may = usePermission();
  const [query, setQuery] = useSearchParams();
  const id = query.get('id') ?? '';
  const isNamed = zId.safeParse(id).success;
  const { data, error, refetch } = useDataQuery<RowOf<R>, ApiError>({
    queryKey: [resource.area, 'details', id, locale],
    queryFn: ({ signal }) => client.details(resource, id, { signal }),
    retry: false,
    enabled: isNamed,
    refetchInterval: ({ state }) =>
      state.data === undefined ? false : (head.refetchEvery?.(state.data) ?? false),
  });
  const reloadArea = useReloadArea(resource.area);
  // Its history and whatever else a tab asked of it is another by now, too.
  const page: ThingHandle = { reload: () => void reloadArea() };
  const added = useAddedTabs(resource);
  const [first, ...others] = tabs.filter(({ permission }) => may(permission));
  const shown = [
    ...(first === undefined ? [] : [first]),
    ...added.filter(({ order }) => order > 0),
    ...others,
    ...added.filter(({ order }) => order <= 0),
  ];
  const current = shown.find(({ name }) => name === query.get('tab')) ?? shown[0];
  const row = data;
  const back = typeof backOf === 'function' ? backOf(row) : backOf;
  const name = row === undefined ? '' : String((row as Record<string, unknown>)[resource.title] ?? '');
  useTellThing(back.screen.split('?')[0] ?? '', name);
  return (
    <div>
      <p className={styles.back}>
        <ScreenLink to={back.screen}>
          <IconLeft aria-hidden="true" /> {words(back.label)}
        </ScreenLink>
      </p>
      {!isNamed ? (
        <Page title={words('thing.not_shown')}>
          <EmptyState
            title={words('thing.nothing.title')}
            text={words('thing.nothing.text')}
            action={<ScreenLink to={back.screen}>{words(back.label)}</ScreenLink>}
          />
        </Page>
      ) : row === undefined ? (
        <Page title={error ? words('thing.not_shown') : words('state.loading')}>
          <PendingState error={error} onRetry={refetch} lines={6} height={24} />
        </Page>
      ) : (
        <Page
          title={head.title?.(row) ?? name}
          state={head.state?.(row, page)}
          facts={head.facts?.(row)}
          picture={head.picture?.(row)}
          actions={head.actions?.(row, page)}
        >
          {head.notice?.(row, page)}
          {current === undefined ? null : (
            <Tabs
              label={words('thing.tabs', { name })}
              tabs={shown.map((tab) => ({ name: tab.name, title: words(tab.title) }))}
              current={current.name}
              onChange={(tab) => setQuery(tab === shown[0]?.name ? { id } : { id, tab })}
            >
              <ThingOwner value={{ owner: (row as { owner?: string }).owner }}>
                {current.content(row, page)}
              </ThingOwner>
              {current === shown[0] ? (
                <div className={styles.added}>
                  <Slot name={`${resource.name}.detail`} props={{ row: row as unknown as SlotRow }} />
                </div>
              ) : null}
            </Tabs>
          )}
        </Page>
      )}
    </div>
  );
}
