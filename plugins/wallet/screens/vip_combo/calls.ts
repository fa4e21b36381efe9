import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { zLimits } from '../../plans/values.ts';

const area = 'vip_combo';
const zLimitsWithoutPlan = z.object({ version: z.int(), limits: zLimits });

export const limitsWithoutPlanCall = defineCall({
  area,
  call: 'limits',
  body: z.strictObject({}),
  result: zLimitsWithoutPlan,
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
