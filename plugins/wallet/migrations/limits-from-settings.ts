import { defineSettings, field } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { takeOverLimits } from '../members/limits-without-plan.ts';
import { zLimit } from '../plans/values.ts';

/** Settings of the releases before: limits without a plan stood among them. */
const earlierSettings = defineSettings({
  fields: {
    free_codes: field(zLimit, { default: null }),
    free_domains: field(zLimit, { default: null }),
    free_visits: field(zLimit, { default: null }),
    free_api_keys: field(zLimit, { default: null }),
    free_kept_visits: field(zLimit, { default: null }),
  },
});

/** Keeps what customers without a plan may have, where an operator has set it among the settings. */
export async function limitsFromSettings(context: PluginContext): Promise<void> {
  const set = await context.settings(earlierSettings).get();
  await takeOverLimits(context, {
    codes: set.free_codes,
    domains: set.free_domains,
    visits: set.free_visits,
    api_keys: set.free_api_keys,
    kept_visits: set.free_kept_visits,
  });
}
