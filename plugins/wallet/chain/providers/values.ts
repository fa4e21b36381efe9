/** Why a provider gave no answer that counts. */
export const PROVIDER_FAULTS = ['limited', 'key', 'away', 'nonsense'] as const;
export type ProviderFaultKind = (typeof PROVIDER_FAULTS)[number];
