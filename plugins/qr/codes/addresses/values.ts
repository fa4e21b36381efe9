import { z } from 'zod';

/** What an address is: the platform's own, made by a provider, or not made because that failed. */
export const ADDRESS_STATUSES = ['own', 'made', 'failed'] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/** Why a provider made no address: the key of the sentence, and what stands in it. */
export const zAddressError = z.object({
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type AddressError = z.infer<typeof zAddressError>;
