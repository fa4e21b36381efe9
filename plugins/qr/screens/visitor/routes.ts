import type { PluginContext } from '@waypost/sdk';
import { seesEveryOwner } from '../qr_code_list/scope.ts';
import { ownVisitorsCall, visitorsCall } from './calls.ts';
import { listVisitors } from './service.ts';

/** Mounts the visitor list. */
export function mountVisitors(context: PluginContext): void {
  context.call(visitorsCall, (query, request) =>
    listVisitors(context, query, seesEveryOwner(request) ? undefined : request.caller.id),
  );
  context.call(ownVisitorsCall, (query, request) => listVisitors(context, query, request.caller.id));
  context.menu(
    {
      route: 'visitor',
      parent: 'statistics',
      sort: 90,
      icon: 'user-group',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.visit:read',
  );
}
