import { defineSettings, field, type SettingsOf } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set for codes and reports. */
export const qrSettings = defineSettings({
  fields: {
    /** Pictures for targets that one account keeps, and what they may take in all, megabytes. */
    pictures_per_account: field(z.int().min(1).max(100_000), { default: 500 }),
    picture_megabytes: field(z.int().min(1).max(100_000), { default: 200 }),
    /** Printed codes without a target that one account has at a time. */
    unclaimed_codes: field(z.int().min(1).max(1_000_000), { default: 50_000 }),
    /** Days that removed codes stay in the bin before they are deleted for good. */
    bin_days: field(z.int().min(1).max(3_650), { default: 30 }),
    /** Days that a closed report is kept, with what its reporter wrote; 0: for ever. */
    report_days: field(z.int().min(0).max(3_650), { default: 365 }),
    /** Days that single visits are kept where a code's log is open. */
    visit_days: field(z.int().min(1).max(3_650), { default: 90 }),
    /** Days for which visits go on where somebody has more of them a day than their plan allows. */
    visit_limit_days: field(z.int().min(0).max(365), { default: 7 }),
    /** Addresses in them: as they came, or without what tells one from its neighbours. */
    visit_addresses: field(z.enum(['whole', 'shortened']), { default: 'whole' }),
  },
});

/** Reads what is set now. */
export type ReadSettings = () => Promise<SettingsOf<typeof qrSettings>>;
