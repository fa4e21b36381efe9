import { defineCall, zId } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../money/values.ts';

export const recommendedCall = defineCall({
  area: 'mall_product',
  call: 'recommended',
  body: z.strictObject({}),
  result: z.object({
    products: z.array(
      z.object({
        id: zId,
        title: z.string(),
        /** The least that it costs, and whether some of its variants cost more. */
        price: zPrice,
        has_dearer: z.boolean(),
        is_sold_out: z.boolean(),
        /** Paths on this host: of its page, and of its first picture; empty: it has none. */
        page: z.string(),
        picture: z.string(),
      }),
    ),
  }),
  access: { signedIn: true },
  summary:
    'Up to 6 shown products that are recommended on home pages, none while the operator has not switched that on',
});
