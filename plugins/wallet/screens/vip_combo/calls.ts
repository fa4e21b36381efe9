import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { LIMIT_KINDS, zLimits } from '../../plans/values.ts';

const area = 'vip_combo';
const zLimitsWithoutPlan = z.object({ version: z.int(), limits: zLimits });

export const limitsWithoutPlanCall = defineCall({
  area,
  call: 'limits',
  body: z.strictObject({}),
  /** `looser`: those that are not as strict as in a plan on sale, so that nobody has to buy it for them. */
  result: zLimitsWithoutPlan.extend({ looser: z.array(z.enum(LIMIT_KINDS)) }),
  access: { permission: 'wallet.plan:read' },
  summary: 'What customers without a plan may have; null: as much as they like',
});

export const updateLimitsWithoutPlan = defineCall({
  area,
  call: 'update_limits',
  body: z.strictObject({ version: z.int().min(0), limits: z.strictObject(zLimits.shape) }),
  result: zLimitsWithoutPlan,
  access: { permission: 'wallet.plan:update' },
  isPersonal: true,
  needsSecondFactor: true,
  failureStatuses: [409],
  summary: 'Changes what customers without a plan may have, for all of them at once',
});
