import type { PluginContext } from '@waypost/sdk';
import { planResource } from './resource.ts';

/** Mounts plans, which administrators write. */
export function mountPlans(context: PluginContext): void {
  context.resource(planResource);
}
