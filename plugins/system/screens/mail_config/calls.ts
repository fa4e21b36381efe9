import { defineCall } from '@waypost/contract';
import { z } from 'zod';
import { pluginChangeSettings, pluginSettings } from '../plugins/calls.ts';

/** Whoever has it can read every letter that goes out, links to new passwords among them. */
export const MAIL = 'system.mail:update';
const area = 'mail';
const access = { permission: MAIL } as const;

export const mailSettings = defineCall({
  area,
  call: 'settings',
  body: z.strictObject({}),
  result: pluginSettings.result,
  access,
  summary: 'Where e-mail goes out, and the form for it; the password is not in it',
});

export const mailChangeSettings = defineCall({
  area,
  call: 'change_settings',
  body: pluginChangeSettings.body.omit({ id: true }),
  result: pluginChangeSettings.result,
  access,
  needsSecondFactor: true,
  summary: 'Changes where e-mail goes out; null puts one value back to its default',
});

export const mailTest = defineCall({
  area,
  call: 'test',
  body: z.strictObject({ to: z.email().max(200) }),
  result: z.object({
    is_sent: z.boolean(),
    /** What the server said, or why there was none to say anything. */
    answer: z.string(),
  }),
  access,
  ratePerMinute: 10,
  summary: 'Sends a test letter at once and says what the server answered',
});
