import type { PluginContext } from '@waypost/sdk';
import { TRY_VISIT, tryVisitCall } from './calls.ts';
import { tryVisit } from './service.ts';

/** Mounts what tells a visit that nobody makes. */
export function mountCodeSimulator(context: PluginContext): void {
  context.call(tryVisitCall, (wish, request) => tryVisit(context, wish, request));
  context.menu(
    {
      route: 'code_simulator',
      parent: 'links',
      sort: 22,
      icon: 'experiment',
      roles: ['administrator', 'agent', 'customer'],
    },
    TRY_VISIT,
  );
}
