import type { KeptPictures, PluginContext, SignedRequest } from '@waypost/sdk';
import type { SitePictureChange } from './calls.ts';
import { pictureAddress } from './picture-address.ts';

/** Longest sides that are tried, pixels: the logo stands at 40, the icon at 32, both on sharp screens. */
const SIDES = { logo: [512, 256, 128], icon: [128] } as const;

/**
 * Replaces the logo or the icon by an uploaded picture, which is kept as any other.
 * Errors: those of `KeptPictures.keep`.
 */
export async function changePicture(
  { identity }: { identity: Pick<PluginContext['identity'], 'changeSitePicture'> },
  pictures: Pick<KeptPictures, 'keep'>,
  { kind, data }: SitePictureChange,
  request: SignedRequest,
): Promise<{ address: string }> {
  const picture = data === null ? undefined : await pictures.keep(data, request.caller.id, SIDES[kind]);
  const kept = await identity.changeSitePicture(kind, picture, request);
  return { address: pictureAddress(kind, kept?.hash) };
}
