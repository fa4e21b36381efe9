import type { PluginContext } from '@waypost/sdk';
import { homeCall } from './calls.ts';
import { readHome } from './read-home.ts';

/** Mounts the dashboard of customers and agents. */
export function mountHome(context: PluginContext): void {
  context.menu({ route: 'home', sort: 2000, icon: 'home', roles: ['agent', 'customer'] }, 'system.home:read');
  context.call(homeCall, (_body, request) => readHome(context, { owner: request.caller.id }, request));
}
