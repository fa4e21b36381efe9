import type { ProviderFaultKind } from './values.ts';

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
