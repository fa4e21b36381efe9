import { type Sealed, sealedInfo } from '@waypost/contract';
import { sealValue } from '../../services/sealed/seal.ts';
import type { TestPlatform } from './test-platform.ts';

/** Seals a text for one field of one call, as a browser does before it sends it. */
export async function sealFor(
  { services, sources: { clock, random } }: TestPlatform,
  text: string,
  place: { area: string; call: string; field: string },
): Promise<Sealed> {
  return sealValue({
    text,
    challenge: await services.identity.challenge(),
    info: sealedInfo(place.area, place.call, place.field),
    ephemeral: random.bytes(32),
    nonce: random.bytes(24),
    ts: clock.now(),
  });
}
