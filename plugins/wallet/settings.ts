import { defineSettings, field, type SettingsOf } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set for plans and money. */
export const walletSettings = defineSettings({
  fields: {
    /** Days that codes go on answering after a membership has ended. */
    grace_days: field(z.int().min(0).max(365), { default: 7 }),
    /** Days before its end at which a member is reminded for the first time; again on the last day. 0: never. */
    reminder_days: field(z.int().min(0).max(60), { default: 7 }),
    /** Hours that an order waits to be paid. */
    order_hours: field(z.int().min(1).max(168), { default: 24 }),
  },
});

/** Reads what is set now. */
export type ReadSettings = () => Promise<SettingsOf<typeof walletSettings>>;
