import { BINDING_TOPIC } from '../../binding/bindings.ts';
import type { Bot } from '../../bot.ts';
import { changeBot, removeBot } from '../../config/change-bot.ts';
import { SEND_PASSWORD_LINK } from '../../password/send-password-link.ts';
import { receiveWebhook } from '../../updates/receive-webhook.ts';
import {
  botDetails,
  botRemove,
  botUpdate,
  chooseKinds,
  makeLinkCall,
  ownBinding,
  receiveUpdate,
  sendPasswordLink,
  testMessage,
  unbindCall,
} from './calls.ts';
import { bindingResource } from './resource.ts';
import { choose, describeBot, describeOwn, makeOwnLink, sendTest, unbind, withPeople } from './service.ts';

/** What only those do who run the platform. */
const OPERATORS = ['bot.settings:read', 'bot.settings:update', 'bot.message:read'];

/** Mounts bindings, the bot that operators set up, and what Telegram and people without a password call; docs/http.md, "The bot". */
export function mountBindings(bot: Bot): void {
  const { context } = bot;
  context.resource(bindingResource, { present: (rows) => withPeople(context, rows) });
  context.realtime.topic(BINDING_TOPIC, { scope: ({ caller }) => caller.id });
  context.call(ownBinding, (_body, request) => describeOwn(bot, request));
  context.call(makeLinkCall, (body, request) => makeOwnLink(bot, body, request));
  context.call(unbindCall, async ({ id }, request) => {
    await unbind(bot, id, request);
    return null;
  });
  context.call(chooseKinds, async (body, request) => {
    await choose(bot, body, request);
    return null;
  });
  context.call(testMessage, (_body, request) => sendTest(bot, request));
  context.call(botDetails, (_body, request) => describeBot(bot, request));
  context.call(botUpdate, async (body, request) => {
    await changeBot(bot, body, request);
    return describeBot(bot, request);
  });
  context.call(botRemove, async ({ version }, request) => {
    await removeBot(bot, version, request);
    return describeBot(bot, request);
  });
  context.call(receiveUpdate, (update, request) => receiveWebhook(bot, update, request));
  // Whether there is such an account, and whether it is bound, is found out behind the answer, which takes as long for all.
  context.call(sendPasswordLink, async ({ account }) => {
    await context.jobs.now(SEND_PASSWORD_LINK, { account });
    return null;
  });
  context.menu(
    {
      route: 'telegram_bot_binding',
      parent: 'account',
      sort: 75,
      icon: 'notification',
      roles: ['administrator', 'agent', 'customer'],
      administratorsOnly: OPERATORS,
    },
    'bot.binding:read',
    [
      ...['create', 'update', 'delete', 'test', 'read_all'].map((verb) => `bot.binding:${verb}`),
      ...OPERATORS,
    ],
  );
}
