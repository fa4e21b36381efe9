import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { zLiveVisits } from '../../live/live-visits.ts';

const body = z.strictObject({});

export const liveCall = defineCall({
  area: 'access_real_time_statistics',
  call: 'inquire',
  body,
  result: zLiveVisits,
  access: { permission: 'qr.visit:read' },
  summary: 'Visits of this moment to every code that the caller may see',
});

export const ownLiveCall = defineCall({
  area: 'access_real_time_statistics',
  call: 'user_inquire',
  body,
  result: zLiveVisits,
  access: { permission: 'qr.visit:read' },
  summary: "Visits of this moment to the caller's own codes",
});
