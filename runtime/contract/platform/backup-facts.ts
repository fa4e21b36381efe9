import { z } from 'zod';

/** Visits that were not counted when a backup was made, by machine: they are in the journals of those machines alone. */
export const zElsewhere = z.array(z.object({ machine: z.string(), visits: z.int() }));
export type Elsewhere = z.infer<typeof zElsewhere>;
