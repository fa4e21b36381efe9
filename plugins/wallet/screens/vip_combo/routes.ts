import { FIRST_STEP_POINT, type PluginContext } from '@waypost/sdk';
import {
  changeLimitsWithoutPlan,
  limitsWithoutPlan,
  readLimitsWithoutPlan,
} from '../../members/limits-without-plan.ts';
import { paidOutNotices } from '../../members/paid-out-notices.ts';
import { looserWithout } from '../../plans/limit-changes.ts';
import { limitsWithoutPlanCall, updateLimitsWithoutPlan } from './calls.ts';
import { planResource } from './resource.ts';

/** What is done with plans, and with the memberships that come of them. */
const BUTTONS = [
  ...['wallet.plan:create', 'wallet.plan:update', 'wallet.plan:delete'],
  ...['wallet.membership:read', 'wallet.membership:give', 'wallet.membership:pay_out'],
];

/** Mounts plans and the limits of who has none, which administrators write. */
export function mountPlans(context: PluginContext): void {
  for (const declare of [limitsWithoutPlan, paidOutNotices]) declare(context);
  context.resource(planResource);
  context.points.contribute(FIRST_STEP_POINT, '^1', 'wallet.plans', {
    title: 'wallet.first_steps.plans',
    text: 'wallet.first_steps.plans.text',
    action: 'wallet.first_steps.plans.action',
    screen: 'vip_combo',
    isDone: async () => (await context.model(planResource).exists({})) !== null,
  });
  context.call(limitsWithoutPlanCall, async () => {
    const [found, plans] = await Promise.all([
      readLimitsWithoutPlan(context),
      context.model(planResource).find({ state: 'on' }).lean(),
    ]);
    return { ...found, looser: looserWithout(found.limits, plans) };
  });
  context.call(updateLimitsWithoutPlan, (body, request) => changeLimitsWithoutPlan(context, body, request));
  context.menu(
    { route: 'vip_combo', parent: 'money', sort: 90, icon: 'gift', roles: ['administrator'] },
    'wallet.plan:read',
    BUTTONS,
  );
}
