import type { PluginContext } from '@waypost/sdk';
import { homeCall, homeStepCall, homeStepsCall } from './calls.ts';
import { homeStepsOf, noteOwnStep, readOwnSteps } from './own-steps.ts';
import { readHome } from './read-home.ts';

/** Mounts the dashboard of customers and agents. */
export function mountHome(context: PluginContext): void {
  context.menu(
    {
      route: 'home',
      parent: 'home',
      sort: 2000,
      icon: 'home',
      hiddenFor: 'system.home_admin:read',
      roles: ['agent', 'customer'],
    },
    'system.home:read',
  );
  homeStepsOf(context);
  context.call(homeStepsCall, async (_body, request) => ({ steps: await readOwnSteps(context, request) }));
  context.call(homeStepCall, async ({ what }, request) => {
    await noteOwnStep(context, what, request);
    return null;
  });
  context.call(homeCall, (_body, request) => readHome(context, { owner: request.caller.id }, request));
}
