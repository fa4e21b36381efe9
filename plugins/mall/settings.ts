import { defineSettings, field, type SettingsOf } from '@waypost/contract';
import { z } from 'zod';

/** What administrators set for the catalogue. */
export const mallSettings = defineSettings({
  fields: {
    /** Whether customers' home pages show the products that are recommended there. */
    shows_on_home: field(z.boolean(), { default: false }),
  },
});

/** Reads what is set now. */
export type ReadSettings = () => Promise<SettingsOf<typeof mallSettings>>;
