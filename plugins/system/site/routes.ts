import { websiteInfo } from '@waypost/contract/platform';
import type { PluginContext } from '@waypost/sdk';
import { pictureAddresses } from '../screens/configuration/picture-address.ts';

/** What everyone may know before signing in. */
export function mountSite(context: PluginContext): void {
  context.call(websiteInfo, async ({ code }) => {
    const settings = await context.identity.platformSettings();
    return {
      id: '1',
      title: settings.website_title || context.platform.systemTitle,
      color: settings.website_color,
      ...(await pictureAddresses(context)),
      allow_registration: settings.allow_registration,
      no_registration_tip: settings.no_registration_tip,
      invitation_code_update: settings.invitation_code_update,
      ...(code === undefined ? {} : { is_invitation_known: await context.identity.isInvitationKnown(code) }),
      maintenance: settings.maintenance,
      time_zone: context.platform.timeZone,
      remotes: context.identity.publicRemotes(),
    };
  });
}
