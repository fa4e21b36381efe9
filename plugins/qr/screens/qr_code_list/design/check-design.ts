import { qrErrors } from '../errors.ts';
import { faintColour } from './colours.ts';
import { requireLogo } from './logo.ts';
import { failedTrial } from './readable.ts';
import type { Design } from './values.ts';

/**
 * Refuses a design that scanners could not read, proved on the picture of this very address.
 * Errors: `qr.design_unreadable` 422 at the field that is to blame, `qr.logo_invalid` 422.
 */
export async function requireReadable(address: string, design: Design): Promise<void> {
  const faint = faintColour(design);
  if (faint !== undefined) throw unreadable(faint, 'contrast');
  if (design.logo !== null) await requireLogo(design.logo);
  const trial = failedTrial(address, design);
  if (trial === undefined) return;
  const withoutLogo = design.logo === null ? trial : failedTrial(address, { ...design, logo: null });
  throw unreadable(withoutLogo === undefined ? 'logo_percent' : 'module_shape', `unreadable_${trial}`);
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
