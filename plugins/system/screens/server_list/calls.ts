import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { PING_SECONDS, SERVER_FAULTS, SERVER_STATES, zFingerprint } from '../../machines/values.ts';

const area = 'server_list';
/** Looks of one person in a minute: each goes out to a machine. */
const LOOKS_PER_MINUTE = 30;
/** Servers that one call tells of. */
const MOST_TOLD = 200;

export const serverSwitchCall = defineCall({
  area,
  call: 'switch',
  body: z.strictObject({}),
  result: z.object({
    /** SSH_SERVERS=on; else everything that reaches or changes a server answers `machines_off`. */
    is_on: z.boolean(),
  }),
  access: { permission: 'system.server:read' },
  summary: 'Whether servers and scripts are switched on in the server’s own configuration',
});

export const serverPingCall = defineCall({
  area,
  call: 'ping',
  body: z.strictObject({
    /** Seconds: those that were looked at within them are not looked at again. */
    interval: z.int().min(PING_SECONDS).max(86_400),
    ids: z.array(zId).max(MOST_TOLD).optional(),
  }),
  result: z.object({
    servers: z.array(
      z.object({
        id: zId,
        state: z.enum(SERVER_STATES),
        fault: z.enum(SERVER_FAULTS),
        latency: z.int().nullable(),
        seen_time: zTime.nullable(),
        checked_time: zTime.nullable(),
      }),
    ),
  }),
  access: { permission: 'system.server:check' },
  ratePerMinute: 60,
  summary: 'Looks whether servers answer and which key they show; nobody logs in',
});

export const serverLookCall = defineCall({
  area,
  call: 'look',
  body: z.strictObject({ id: zId }),
  result: z.object({ type: z.string(), fingerprint: z.string() }),
  access: { permission: 'system.server:confirm' },
  ratePerMinute: LOOKS_PER_MINUTE,
  summary: 'The key that a server shows now, for somebody to hold against what stands on the server itself',
});

export const serverConfirmCall = defineCall({
  area,
  call: 'confirm',
  body: z.strictObject({ id: zId, type: z.string().max(64), fingerprint: zFingerprint }),
  result: z.null(),
  access: { permission: 'system.server:confirm' },
  needsSecondFactor: true,
  ratePerMinute: LOOKS_PER_MINUTE,
  summary: 'Confirms the key of a server: what was seen, as long as the server still shows it',
});

export const serverCheckCall = defineCall({
  area,
  call: 'check',
  body: z.strictObject({ id: zId }),
  result: z.object({ fault: z.enum(SERVER_FAULTS), milliseconds: z.int() }),
  access: { permission: 'system.server:check' },
  ratePerMinute: LOOKS_PER_MINUTE,
  summary: 'Logs in on a server and asks for its uptime, load and disk',
});
