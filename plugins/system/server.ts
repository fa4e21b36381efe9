import { ACCOUNT_STATES, finderName, SITE_MESSAGES } from '@waypost/sdk';
import { definePlatformPlugin } from '@waypost/sdk/platform';
import { mountAccounts } from './accounts/routes.ts';
import { mountApiKeys } from './api-keys/routes.ts';
import { mountMail } from './mail/mount-mail.ts';
import { mountPalette } from './palette/routes.ts';
import { accountStates } from './screens/administrators/account-states.ts';
import { personFinder } from './screens/administrators/find-people.ts';
import { mountAdministrators } from './screens/administrators/routes.ts';
import { mountOperations } from './screens/async_operations/routes.ts';
import { mountConfiguration } from './screens/configuration/routes.ts';
import { mountHome } from './screens/home/routes.ts';
import { mountAdminHome } from './screens/home_admin/routes.ts';
import { mountIpBlack } from './screens/ip_black/routes.ts';
import { mountLanguages } from './screens/language_list/routes.ts';
import { mountMailConfig } from './screens/mail_config/routes.ts';
import { mountMessages } from './screens/message_list/routes.ts';
import { siteMessages } from './screens/message_list/site-messages.ts';
import { mountPlugins } from './screens/plugins/routes.ts';
import { mountRoles } from './screens/role/routes.ts';
import { mountSetPassword } from './screens/set_password/routes.ts';
import { mountUpdatePassword } from './screens/update_password/routes.ts';
import { mountUsers } from './screens/user_list/routes.ts';
import { mountSession } from './session/routes.ts';
import { systemSettings } from './settings.ts';
import { mountSite } from './site/routes.ts';
import { mountStore } from './store/routes.ts';

export const plugin = definePlatformPlugin({
  id: 'system',
  async setup(context) {
    const settings = context.settings(systemSettings);
    const mail = await mountMail(context, settings.get, context.installation.sendLetter);
    mountSession(context);
    mountSite(context);
    mountHome(context);
    mountAdminHome(context);
    mountPalette(context);
    context.provide(ACCOUNT_STATES, accountStates(context));
    context.provide(finderName('person'), personFinder(context));
    mountAdministrators(context, mail);
    await mountUsers(context, mail);
    mountAccounts(context);
    mountRoles(context);
    mountApiKeys(context);
    mountUpdatePassword(context);
    mountSetPassword(context);
    mountConfiguration(context);
    mountMailConfig(context, settings.get);
    mountMessages(context);
    context.provide(SITE_MESSAGES, siteMessages(context));
    mountOperations(context);
    mountIpBlack(context);
    mountPlugins(context);
    mountStore(context);
    await mountLanguages(context);
  },
});
