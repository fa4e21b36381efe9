import { paging } from '@waypost/contract';
import { type PluginContext, requireRow } from '@waypost/sdk';
import { beginsWith } from '../../people/search.ts';
import { administrator } from '../administrators/resource.ts';
import {
  countRecipients,
  findRecipients,
  messageReaders,
  recipientDetails,
  recipientRoles,
  sendMessage,
  takeBackMessage,
} from './calls.ts';
import { presentSent } from './present.ts';
import { countRecipientsOf, reachable, reachableRoles, reachBelow } from './reach.ts';
import { readersOf } from './recipients.ts';
import { removeOldSent } from './remove-old.ts';
import { SEND, sentMessage } from './resource.ts';
import { mountSending, send } from './send.ts';
import { mountTakingBack, takeBack } from './take-back.ts';

const REMOVE_OLD = 'sent_message_remove_old';

/**
 * Mounts what is done with messages that people write: sending, seeing who has read them, taking them back; and the job
 * that removes what is old.
 */
export async function mountSentMessages(context: PluginContext): Promise<void> {
  context.resource(sentMessage, {
    // What was removed as old may stand behind copies that nobody has read.
    scope: () => ({ remove_time: null }),
    present: (rows, request) => presentSent(context, rows, request),
  });
  // The page of one message; the list of them is a tab of the inbox.
  context.menu(
    { route: 'sent_message', parent: 'account', isHidden: true, roles: ['administrator'] },
    `${sentMessage.name}:read`,
    [`${sentMessage.name}:read_all`, SEND, `${sentMessage.name}:take_back`],
  );
  mountSending(context);
  mountTakingBack(context);
  mountRecipients(context);
  context.call(sendMessage, (body, request) => send(context, body, request));
  context.call(takeBackMessage, ({ id }, request) => takeBack(context, id, request));
  context.call(messageReaders, (query, request) => readersOf(context, query, request));
  context.jobs.define(REMOVE_OLD, async (_data, signal) => {
    const { sent_message_days } = await context.identity.platformSettings();
    await removeOldSent(context, sent_message_days, signal);
  });
  await context.jobs.every('1 day', REMOVE_OLD);
}

/** Nobody pages further than this, but types another letter; counting more would take longer than finding. */
const MOST_COUNTED = 1_000;
const SHOWN = { account: 1, name: 1 } as const;
type Found = { _id: string; account: string; name?: string };
const shown = ({ _id, account, name = '' }: Found) => ({ id: String(_id), account, name });

/** Whom a caller may write to, for pickers. */
function mountRecipients(context: PluginContext): void {
  const model = context.model(administrator);

  context.call(findRecipients, async ({ search = '', ...query }, request) => {
    const { page, page_size, skip } = paging(query);
    const text = search.trim();
    const mine = reachable(await reachBelow(context, request));
    const filter = { ...mine, ...(text === '' ? {} : beginsWith(text)) };
    const [found, count] = await Promise.all([
      model.find(filter, SHOWN).sort({ account: 1 }).skip(skip).limit(page_size).lean(),
      model.countDocuments(filter, { limit: MOST_COUNTED }),
    ]);
    return { content: found.map(shown), count, page, page_size };
  });

  context.call(recipientDetails, async ({ id }, request) => {
    const filter = { ...reachable(await reachBelow(context, request)), _id: id };
    const found = await requireRow(model.findOne(filter, SHOWN).lean());
    return shown(found);
  });

  context.call(countRecipients, (to, request) => countRecipientsOf(context, to, request));

  context.call(recipientRoles, async (_body, request) => {
    const roles = await reachableRoles(context, await reachBelow(context, request));
    return roles.map(({ key, name }) => ({ key, name: name || request.translate(`role.${key}`) }));
  });
}
