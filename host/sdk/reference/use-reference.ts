import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import type { Page, Reference } from '@waypost/contract';
import { useEffect, useState } from 'react';
import { ApiError } from '../client/ApiError.ts';
import { useClient } from '../client/context.tsx';
import { usePermission } from '../session/use-user.tsx';
import { useLanguage } from '../words/context.tsx';

/** Things asked for at a time. */
const PAGE_SIZE = 20;
/** Pause in typing after which things are looked for, milliseconds. */
const TYPING_PAUSE_MS = 250;
/** How long a title that was read holds, milliseconds. */
const TITLE_HOLDS_MS = 60_000;

/** A thing that a field may point to. */
export interface Choice {
  id: string;
  title: string;
}

type Row = { id: string } & Readonly<Record<string, unknown>>;

const choiceOf = ({ title }: Reference, row: Row): Choice => ({
  id: row.id,
  title: String(row[title] ?? row.id),
});

/** Whether the caller may read the things of a reference. The server decides again at each call. */
export function useMayRead({ name }: Reference): boolean {
  return usePermission()(`${name}:read`);
}

/** A text once typing has paused. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

export interface Choices {
  choices: readonly Choice[];
  /** How many fit; undefined until the first answer. */
  count: number | undefined;
  hasMore: boolean;
  isLoading: boolean;
  error: ApiError | null;
  loadMore(): void;
  retry(): void;
}

/** The things that fit a text, page by page, newest or whatever the resource lists first. Asks nothing unless `isOpen`. */
export function useChoices(reference: Reference, search: string, isOpen: boolean): Choices {
  const client = useClient();
  const locale = useLanguage();
  const call = (reference.calls ?? ['inquire']).includes('inquire') ? 'inquire' : 'user_inquire';
  const query = useInfiniteQuery<Page<Row>, ApiError, Choice[], readonly unknown[], number>({
    queryKey: [reference.area, 'choices', call, search, locale, reference.only],
    queryFn: ({ signal, pageParam }) =>
      client.post(
        reference.area,
        call,
        { page: pageParam, page_size: PAGE_SIZE, ...reference.only, ...(search === '' ? {} : { search }) },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, page_size, count }) => (page * page_size < count ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ content }) => content.map((row) => choiceOf(reference, row))),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  const pages = query.data;
  return {
    choices: pages ?? [],
    count: pages === undefined ? undefined : pages.length,
    hasMore: query.hasNextPage,
    isLoading: query.isFetching,
    error: query.error,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
  };
}

/** What is known of a chosen thing: its title, that it is still asked for, or that the caller cannot see it. */
export type Title = { title: string } | 'loading' | 'gone' | 'unknown';

/** Titles of things by their ids, each read once. */
export function useTitles(reference: Reference, ids: readonly string[]): ReadonlyMap<string, Title> {
  const client = useClient();
  const locale = useLanguage();
  const mayRead = useMayRead(reference);
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [reference.area, 'details', id, 'title', locale],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.post<Row>(reference.area, 'details', { id }, { signal }),
      staleTime: TITLE_HOLDS_MS,
      retry: false,
      enabled: mayRead,
    })),
  });
  return new Map(
    answers.map(({ data, error }, index): [string, Title] => [
      ids[index] as string,
      data ? choiceOf(reference, data) : titleOfNone(error, mayRead),
    ]),
  );
}

function titleOfNone(error: unknown, mayRead: boolean): Title {
  if (!mayRead) return 'unknown';
  if (error === null) return 'loading';
  return error instanceof ApiError && error.status === 404 ? 'gone' : 'unknown';
}
