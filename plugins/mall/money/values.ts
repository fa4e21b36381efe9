import { z } from 'zod';

/** What something costs, in smallest units as text; 0 is free. With 15 digits it is ordered exactly as a number, too. */
export const zPrice = z.string().regex(/^(?:0|[1-9]\d{0,14})$/, 'mall.fault.amount');
/** The same, or nothing said. */
export const zOptionalPrice = z.union([z.literal(''), zPrice]);
