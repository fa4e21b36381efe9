import { defineSettings, field } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set about reports. */
export const reportSettings = defineSettings({
  fields: {
    /** Days that a closed report is kept, with what its reporter wrote; 0: for ever. */
    report_days: field(z.int().min(0).max(3_650), { default: 365 }),
  },
});
