/** Why a provider gave no answer that counts. */
export const PROVIDER_FAULTS = ['limited', 'key', 'away', 'nonsense'] as const;
export type ProviderFaultKind = (typeof PROVIDER_FAULTS)[number];

export class ProviderFault extends Error {
  constructor(
    readonly kind: ProviderFaultKind,
    /** Milliseconds for which it is asked nothing. */
    readonly restMs: number,
    message: string,
  ) {
    super(message);
  }
}

/** Nobody could be asked: the look is made again later. */
export class NoProvider extends Error {}
