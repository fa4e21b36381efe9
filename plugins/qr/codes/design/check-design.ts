import { qrErrors } from '../errors.ts';
import { faintColour } from './colours.ts';
import { requireLogo } from './make-logo.ts';
import type { Studio } from './studio.ts';
import { type Design, MIN_FRAMED_ZONE } from './values.ts';

/**
 * Refuses a design that scanners could not read, proved on the picture of this very address.
 * Errors: `qr.design_unreadable` 422 at the field that is to blame, `qr.logo_invalid` 422, `qr.picture_busy` 503.
 */
export async function requireReadable(
  studio: Pick<Studio, 'judge'>,
  address: string,
  design: Design,
): Promise<void> {
  const faint = faintColour(design);
  if (faint !== undefined) throw unreadable(faint, 'contrast');
  if (design.frame && design.quiet_zone < MIN_FRAMED_ZONE) throw unreadable('quiet_zone', 'frame_zone');
  if (design.logo !== null) await requireLogo(design.logo);
  const fault = await studio.judge(address, design);
  if (fault !== undefined) throw unreadable(fault.field, `unreadable_${fault.trial}`);
}

function unreadable(field: keyof Design, fault: string) {
  return qrErrors.designUnreadable.create(
    {},
    {
      errors: [
        { path: `design.${field}`, message: `qr.fault.design_${fault}` },
        { path: 'design', message: `qr.fault.design_${fault}` },
      ],
    },
  );
}
