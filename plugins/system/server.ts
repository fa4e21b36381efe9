import {
  ACCOUNT_STATES,
  ADDRESS_BLOCKS,
  finderName,
  INDEPENDENCE,
  MEMBERSHIPS,
  MESSAGE_KINDS,
  SITE_MESSAGES,
} from '@waypost/sdk';
import { definePlatformPlugin, type PlatformContext } from '@waypost/sdk/platform';
import { mountAccounts } from './accounts/routes.ts';
import { addressBlocks } from './addresses/address-blocks.ts';
import { mountApiKeys } from './api-keys/routes.ts';
import type { Places } from './files/places.ts';
import { mountFiles } from './files/routes.ts';
import { mountListViews } from './list-views/routes.ts';
import { mountMail } from './mail/mount-mail.ts';
import { migrations } from './migrations/index.ts';
import { mountOwnAccount } from './own-account/routes.ts';
import { mountOwnSessions } from './own-sessions/routes.ts';
import { tellGuesses } from './own-sessions/tell-guesses.ts';
import { mountPalette } from './palette/routes.ts';
import { independence } from './people/independence.ts';
import { memberships } from './people/memberships.ts';
import type { Pictures } from './pictures/pictures.ts';
import { mountPictures } from './pictures/routes.ts';
import { accountStates } from './screens/administrators/account-states.ts';
import { personFinder } from './screens/administrators/find-people.ts';
import { mountAdministrators } from './screens/administrators/routes.ts';
import { mountOperations } from './screens/async_operations/routes.ts';
import { mountBackups } from './screens/backups/routes.ts';
import { mountConfiguration } from './screens/configuration/routes.ts';
import { mountHome } from './screens/home/routes.ts';
import { mountAdminHome } from './screens/home_admin/routes.ts';
import { mountHomePageConfig } from './screens/home_page_config/routes.ts';
import { mountImageConfig } from './screens/image_config/routes.ts';
import { mountImageConfigs } from './screens/image_configs/routes.ts';
import { mountTexts } from './screens/image_text/routes.ts';
import { mountImageTextTypes } from './screens/image_text_type/routes.ts';
import { mountIpBlack } from './screens/ip_black/routes.ts';
import { mountJumpTemplates } from './screens/js_config/routes.ts';
import { mountLanguages } from './screens/language_list/routes.ts';
import { mountLanguageWords } from './screens/language_word/routes.ts';
import { mountLog } from './screens/log/routes.ts';
import { mountLogConfig } from './screens/log_config/routes.ts';
import { mountLogTypes } from './screens/log_type/routes.ts';
import { mountMailConfig } from './screens/mail_config/routes.ts';
import { messageKinds } from './screens/message_list/message-kinds.ts';
import { mountMessages } from './screens/message_list/routes.ts';
import { siteMessages } from './screens/message_list/site-messages.ts';
import { keepTellingChannels } from './screens/message_list/tell-due.ts';
import { mountMonitor } from './screens/monitor/routes.ts';
import { mountDatabaseWork } from './screens/mysql_lock/routes.ts';
import { mountSlowOperations } from './screens/mysql_time_consuming/routes.ts';
import { mountPlugins } from './screens/plugins/routes.ts';
import { mountRoles } from './screens/role/routes.ts';
import { mountRotations } from './screens/rotation/routes.ts';
import { mountRotationTypes } from './screens/rotation_type/routes.ts';
import { mountScripts } from './screens/script/routes.ts';
import { mountSentMessages } from './screens/sent_message/routes.ts';
import { mountServerAddresses } from './screens/server_ip_black/routes.ts';
import { mountServers } from './screens/server_list/routes.ts';
import { mountSetPassword } from './screens/set_password/routes.ts';
import { mountSubscriberConfig } from './screens/subscriber_config_default/routes.ts';
import { mountUpdatePassword } from './screens/update_password/routes.ts';
import { mountUsers } from './screens/user_list/routes.ts';
import { mountVisitBlocks } from './screens/visit_block/routes.ts';
import { mountSecondFactor } from './second-factor/routes.ts';
import { mountSession } from './session/routes.ts';
import { type ReadSystemSettings, systemSettings } from './settings.ts';
import { mountSite } from './site/routes.ts';
import { mountStartAnswers } from './site/start-answers.ts';
import { mountStore } from './store/routes.ts';

/** What operators show to people: pictures that go round, and texts. */
async function mountContent(
  context: PlatformContext,
  limits: ReadSystemSettings,
): Promise<{ places: Places; pictures: Pictures }> {
  const { files, places } = await mountFiles(context, limits);
  mountImageConfig(context);
  await mountImageConfigs(context, places);
  const pictures = mountPictures(context, files, limits);
  mountRotationTypes(context);
  mountRotations(context, pictures);
  mountImageTextTypes(context);
  mountTexts(context, pictures);
  return { places, pictures };
}

export const plugin = definePlatformPlugin({
  id: 'system',
  migrations,
  async setup(context) {
    const settings = context.settings(systemSettings);
    const mail = await mountMail(context, settings.get, context.installation.sendLetter);
    mountSession(context);
    mountSite(context);
    mountStartAnswers(context);
    mountHome(context);
    mountAdminHome(context, settings.get);
    mountHomePageConfig(context);
    const { places, pictures } = await mountContent(context, settings.get);
    mountJumpTemplates(context);
    mountPalette(context);
    mountListViews(context);
    context.provide(ACCOUNT_STATES, accountStates(context));
    context.provide(INDEPENDENCE, independence(context));
    context.provide(MEMBERSHIPS, memberships(context));
    context.provide(finderName('person'), personFinder(context));
    mountAdministrators(context, mail);
    await mountUsers(context, mail);
    mountAccounts(context);
    mountRoles(context);
    mountApiKeys(context);
    mountUpdatePassword(context);
    mountSecondFactor(context);
    mountOwnSessions(context);
    tellGuesses(context);
    mountOwnAccount(context);
    mountSetPassword(context);
    mountConfiguration(context, pictures);
    mountMailConfig(context, settings.get);
    mountSubscriberConfig(context);
    await mountBackups(context, settings.get);
    mountDatabaseWork(context);
    await mountSlowOperations(context, settings.get);
    mountMonitor(context, settings.get);
    mountMessages(context);
    await mountSentMessages(context);
    await keepTellingChannels(context);
    context.provide(MESSAGE_KINDS, messageKinds(context));
    context.provide(SITE_MESSAGES, siteMessages(context));
    mountOperations(context, places);
    mountIpBlack(context);
    mountServerAddresses(context);
    mountVisitBlocks(context);
    context.provide(ADDRESS_BLOCKS, addressBlocks(context));
    await mountServers(context);
    mountScripts(context);
    mountLog(context);
    mountLogTypes(context);
    await mountLogConfig(context);
    mountPlugins(context);
    mountStore(context);
    await mountLanguages(context);
    mountLanguageWords(context);
  },
});
