import { defineCall } from '@waypost/contract';
import { MONITOR_RANGES, zMonitorHistory, zMonitorState } from '@waypost/contract/platform';
import { z } from 'zod';
import { pluginChangeSettings, pluginSettings } from '../plugins/calls.ts';

export const MONITOR_READ = 'system.monitor:read';
export const MONITOR_UPDATE = 'system.monitor:update';
const area = 'monitor';

export const monitorInquire = defineCall({
  area,
  call: 'inquire',
  body: z.strictObject({}),
  result: zMonitorState,
  access: { permission: MONITOR_READ },
  summary: 'How the installation is at this moment: what is wrong, processes, store, jobs, backups',
});

export const monitorHistory = defineCall({
  area,
  call: 'history',
  body: z.strictObject({ range: z.enum(MONITOR_RANGES) }),
  result: zMonitorHistory,
  access: { permission: MONITOR_READ },
  summary: 'What processes, the store and queues have said of themselves, in steps; null where nobody spoke',
});

export const monitorLimits = defineCall({
  area,
  call: 'limits',
  body: z.strictObject({}),
  result: z.record(z.string(), z.int()),
  access: { permission: MONITOR_READ },
  summary: 'From where on something is worth a warning or an alarm',
});

export const monitorSettingsCall = defineCall({
  area,
  call: 'settings',
  body: z.strictObject({}),
  result: pluginSettings.result,
  access: { permission: MONITOR_UPDATE },
  summary: 'The limits of the monitor, and the form for them',
});

export const monitorChangeSettings = defineCall({
  area,
  call: 'change_settings',
  body: pluginChangeSettings.body.omit({ id: true }),
  result: pluginChangeSettings.result,
  access: { permission: MONITOR_UPDATE },
  summary: 'Changes limits of the monitor; null puts one back to its default',
});
