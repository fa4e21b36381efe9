import type { Finder, PluginContext } from '@waypost/sdk';
import { administrator } from './resource.ts';

/** Finds the people whom a caller's own list would show, by account, name and phone. */
export function personFinder(context: Pick<PluginContext, 'list'>): Finder {
  return {
    async find({ text, limit }, request) {
      const { isSuper, permissions } = request.caller;
      if (!isSuper && !permissions.has('system.administrator:read')) return { count: 0, found: [] };
      const { content, count } = await context.list(
        administrator,
        { search: text, page: 1, page_size: limit, sort_field: 'create_time', sort_order: 'desc' },
        request,
      );
      return {
        count,
        found: content.map(({ id, account, name, create_time }) => ({
          id,
          title: name || account,
          detail: account,
          screen: `administrators?search=${encodeURIComponent(account)}`,
          create_time,
        })),
      };
    },
  };
}
