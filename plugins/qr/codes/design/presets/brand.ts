import type { PluginContext, Session } from '@waypost/sdk';
import type { Studio } from '../studio.ts';
import type { Design } from '../values.ts';
import { designPresetResource } from './resource.ts';

/** The design that an owner's new codes begin with; null: the plain one. */
export async function brandOf(
  context: PluginContext,
  owner: string,
  session?: Session,
): Promise<Design | null> {
  const found = await context
    .model(designPresetResource)
    .findOne({ owner, is_brand: true }, { design: 1 })
    .session(session ?? null)
    .lean();
  return found?.design ?? null;
}

/** Of two the lower one has fewer and larger dots. */
const LOWER_LEVELS = ['Q', 'M'] as const;

/**
 * The same for a code of this address. Where scanners could not read it there, because the address is longer than the one it was proved
 * with, it has a lower error level, and is left out where that does not help: nobody who makes a code has asked for it by name.
 * Errors: `qr.picture_busy` 503.
 */
export async function provenBrand(
  context: PluginContext,
  studio: Pick<Studio, 'judge'>,
  { owner, address }: { owner: string; address: string },
): Promise<Design | null> {
  const brand = await brandOf(context, owner);
  if (brand === null) return null;
  for (const error_level of new Set([brand.error_level, ...LOWER_LEVELS])) {
    const design = { ...brand, error_level };
    if ((await studio.judge(address, design)) === undefined) return design;
  }
  return null;
}
