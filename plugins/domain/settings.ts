import { defineSettings, field, type SettingsOf } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set for domains. Who is asked for names is the operator's DNS_RESOLVERS. */
export const domainSettings = defineSettings({
  fields: {
    /** Days after which a name that nobody proved is released. */
    unproved_days: field(z.int().min(1).max(365), { default: 14 }),
    /** Days that a proof may be gone before the name is released. */
    lost_days: field(z.int().min(1).max(60), { default: 3 }),
    /** Own names that one account has at a time, proved and not. */
    names_per_account: field(z.int().min(0).max(10_000), { default: 100 }),
    /** Names of the platform that a customer may have, where the account says nothing else. */
    platform_names: field(z.int().min(0).max(10_000), { default: 1 }),
  },
});

/** Reads what is set now. */
export type ReadSettings = () => Promise<SettingsOf<typeof domainSettings>>;
