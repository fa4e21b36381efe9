import { z } from 'zod';

/** What visitors reach the installation under, and why that does not do where it does not. */
export const zPublicAddress = z.object({
  address: z.string(),
  /** PUBLIC_URL, the setting, or the address that the server listens on. */
  source: z.enum(['environment', 'setting', 'listening']),
  reason: z.enum(['loopback', 'private', 'plain_http']).nullable(),
  listening: z.string(),
});

export const zTimeZone = z.object({
  zone: z.string(),
  /** `first`: nobody has chosen it yet. */
  source: z.enum(['environment', 'setting', 'first']),
  is_open: z.boolean(),
});

/** What is not only a matter of settings. */
export const zInstallation = z.object({
  public_address: zPublicAddress,
  time_zone: zTimeZone,
  /** Codes that a new public address may give other pictures. */
  codes: z.int(),
});
export type InstallationView = z.infer<typeof zInstallation>;
