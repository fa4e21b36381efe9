import type { Finder, PluginContext } from '@waypost/sdk';
import { codeResource } from '../screens/qr_code_list/resource.ts';

/** Finds the codes that a caller's own list would show, by name, short code, note and where they lead. */
export function codeFinder(context: PluginContext): Finder {
  return {
    async find({ text, limit, isOwn = false }, request) {
      const { isSuper, permissions } = request.caller;
      if (!isSuper && !permissions.has('qr.code:read')) return { count: 0, found: [] };
      const { content, count } = await context.list(
        codeResource,
        { search: text, page: 1, page_size: limit, sort_field: 'create_time', sort_order: 'desc' },
        request,
        isOwn ? { owner: 'self' } : {},
      );
      return {
        count,
        found: content.map(({ id, name, short_code, create_time }) => ({
          id,
          title: name,
          detail: short_code,
          screen: `set_qr_code?id=${id}`,
          create_time,
        })),
      };
    },
  };
}
