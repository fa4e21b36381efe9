import type { PluginContext, SitePictureKind } from '@waypost/sdk';

/** Where a picture is; the operator's own carries what changes with it, so that no browser shows the one before. */
export function pictureAddress(kind: SitePictureKind, hash: string | undefined): string {
  const path = kind === 'logo' ? '/logo.png' : '/favicon.ico';
  return hash === undefined ? path : `${path}?v=${hash}`;
}

/** Addresses of the pictures in force. */
export async function pictureAddresses(context: PluginContext): Promise<{ logo: string; icon: string }> {
  const [logo, icon] = await Promise.all([
    context.identity.sitePicture('logo'),
    context.identity.sitePicture('icon'),
  ]);
  return { logo: pictureAddress('logo', logo?.hash), icon: pictureAddress('icon', icon?.hash) };
}
