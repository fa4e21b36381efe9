import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { placeOf, type StoredCode } from '../link.ts';
import { qrUrlOf } from '../present.ts';
import { requireReadable } from './check-design.ts';
import type { Studio } from './studio.ts';
import type { Design } from './values.ts';

export interface UnreadableCode {
  id: string;
  name: string;
  error: AppError;
}

/**
 * Codes whose picture scanners could not read in a design. Addresses of one length have as many modules and are covered by a logo as
 * far, so one of them is proved for all: a thousand proofs would take minutes.
 * Errors: `qr.picture_busy` 503.
 */
export async function unreadableCodes(
  context: PluginContext,
  studio: Pick<Studio, 'judge'>,
  { codes, design }: { codes: readonly StoredCode[]; design: Design },
): Promise<UnreadableCode[]> {
  const sameLength = Map.groupBy(
    codes.map((code) => ({
      id: String(code._id),
      name: code.name,
      address: qrUrlOf(context, placeOf(code)),
    })),
    ({ address }) => address.length,
  );
  const unreadable: UnreadableCode[] = [];
  for (const some of sameLength.values())
    try {
      await requireReadable(studio, some[0]?.address ?? '', design);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      unreadable.push(...some.map(({ id, name }) => ({ id, name, error })));
    }
  return unreadable;
}
