import { addressReason } from '@waypost/contract';
import { websiteInfo } from '@waypost/contract/platform';
import { PASSWORD_HELP_POINT, type PasswordHelp, type PluginContext, titledPoint } from '@waypost/sdk';
import { pictureAddresses } from '../screens/configuration/picture-address.ts';

/** What everyone may know before signing in. */
export function mountSite(context: PluginContext): void {
  context.points.offer(titledPoint(PASSWORD_HELP_POINT, '1.0.0', ['isOffered']));
  context.call(websiteInfo, async ({ code }) => {
    const { publicUrl } = context.platform;
    const [settings, password_screen] = await Promise.all([
      context.identity.platformSettings(),
      passwordScreen(context),
    ]);
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
      public_address: addressReason(publicUrl) === 'loopback' ? '' : publicUrl,
      ...(password_screen === undefined ? {} : { password_screen }),
      remotes: context.identity.publicRemotes(),
    };
  });
}

/** Where those are led who have forgotten their password; a plugin that fails keeps nobody from logging in. */
async function passwordScreen(context: PluginContext): Promise<string | undefined> {
  const found = await context.points.contributions<PasswordHelp>(PASSWORD_HELP_POINT);
  for (const { contribution, name } of found)
    try {
      if ((await contribution.isOffered()) === true) return String(contribution.screen);
    } catch (error) {
      context.log.warn({ error, name }, 'a contribution to the login page failed');
    }
  return undefined;
}
