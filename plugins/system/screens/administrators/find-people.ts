import type { Finder, PluginContext, SignedRequest } from '@waypost/sdk';
import { userResource } from '../user_list/resource.ts';
import { administrator } from './resource.ts';

/** Finds the people whom a caller's own list would show, by account, name and phone. */
export function personFinder(context: Pick<PluginContext, 'list'>): Finder {
  return {
    async find({ text, limit }, request) {
      const query = {
        search: text,
        page: 1,
        page_size: limit,
        sort_field: 'create_time',
        sort_order: 'desc',
      } as const;
      const lists = await Promise.all([
        may(request, 'system.administrator:read')
          ? context.list(administrator, query, request).then((page) => foundOn('administrators', page))
          : NOBODY,
        may(request, 'system.user:read')
          ? context.list(userResource, query, request).then((page) => foundOn('user_list', page))
          : NOBODY,
      ]);
      const found = lists.flatMap((list) => list.found);
      found.sort((one, other) => other.create_time.localeCompare(one.create_time));
      return { count: lists.reduce((sum, { count }) => sum + count, 0), found: found.slice(0, limit) };
    },
  };
}

const NOBODY = { count: 0, found: [] };
const may = ({ caller }: SignedRequest, node: string) => caller.isSuper || caller.permissions.has(node);

interface Person {
  id: string;
  account: string;
  name: string;
  create_time: string;
}

function foundOn(screen: string, { content, count }: { content: Person[]; count: number }) {
  const found = content.map(({ id, account, name, create_time }) => ({
    id,
    title: name || account,
    detail: account,
    screen: `${screen}?id=${id}`,
    create_time,
  }));
  return { count, found };
}
