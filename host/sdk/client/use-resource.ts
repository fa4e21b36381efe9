import { useQueryClient } from '@tanstack/react-query';
import type { CreateOf, ListQuery, Page, Resource, RowOf, UpdateOf } from '@waypost/contract';
import { useMemo } from 'react';
import { useClient } from './context.tsx';

export interface ResourceCalls<R extends Resource> {
  list(query: ListQuery): Promise<Page<RowOf<R>>>;
  details(id: string): Promise<RowOf<R>>;
  create(body: CreateOf<R>): Promise<{ id: string } & Record<string, unknown>>;
  update(body: UpdateOf<R>): Promise<unknown>;
  moveToBin(id: string): Promise<unknown>;
  restore(id: string): Promise<unknown>;
  remove(id: string): Promise<unknown>;
  act(name: string, id: string, body?: Record<string, unknown>): Promise<unknown>;
  /** Makes every list and details of this resource's area load again. */
  reload(): Promise<void>;
}

/** A resource's calls; each write makes what is on the screen of this resource load again. */
export function useResource<R extends Resource>(resource: R): ResourceCalls<R> {
  const client = useClient();
  const queries = useQueryClient();
  return useMemo(() => {
    const reload = () => queries.invalidateQueries({ queryKey: [resource.area] });
    const thenReload = async <T>(work: Promise<T>): Promise<T> => {
      const result = await work;
      await reload();
      return result;
    };
    return {
      list: (query) => client.list(resource, query),
      details: (id) => client.details(resource, id),
      create: (body) => thenReload(client.create(resource, body)),
      update: (body) => thenReload(client.update(resource, body)),
      moveToBin: (id) => thenReload(client.post(resource.area, 'update_remove', { id, remove: 2 })),
      restore: (id) => thenReload(client.post(resource.area, 'update_remove', { id, remove: 1 })),
      remove: (id) => thenReload(client.post(resource.area, 'remove', { id })),
      act: (name, id, body = {}) => thenReload(client.act(resource, name, { ...body, id })),
      reload,
    };
  }, [client, queries, resource]);
}
