import type { Finder, PluginContext } from '@waypost/sdk';
import { domainResource } from '../screens/domain_list/resource.ts';

/** Finds the domains that a caller's own list would show. */
export function domainFinder(context: PluginContext): Finder {
  return {
    async find({ text, limit, isOwn = false }, request) {
      const { isSuper, permissions } = request.caller;
      if (!isSuper && !permissions.has('domain.domain:read')) return { count: 0, found: [] };
      const { content, count } = await context.list(
        domainResource,
        { search: text, page: 1, page_size: limit, sort_field: 'create_time', sort_order: 'desc' },
        request,
        isOwn ? { owner: 'self' } : {},
      );
      return {
        count,
        found: content.map(({ id, shown, name, create_time }) => ({
          id,
          title: shown,
          detail: name,
          screen: `domain_list?id=${id}`,
          create_time,
        })),
      };
    },
  };
}
