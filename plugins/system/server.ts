import { definePlugin } from '@waypost/sdk';
import { mountAdministrators } from './screens/administrators/routes.ts';
import { mountConfiguration } from './screens/configuration/routes.ts';
import { mountMessages } from './screens/message_list/routes.ts';
import { mountUpdatePassword } from './screens/update_password/routes.ts';
import { mountSession } from './session/routes.ts';
import { mountSite } from './site/routes.ts';

export const plugin = definePlugin({
  id: 'system',
  setup(context) {
    mountSession(context);
    mountSite(context);
    mountAdministrators(context);
    mountUpdatePassword(context);
    mountConfiguration(context);
    mountMessages(context);
  },
});
