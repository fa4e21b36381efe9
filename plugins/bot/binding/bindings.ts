import type { Filter, PluginContext, Session, Stored } from '@waypost/sdk';
import { bindingResource } from '../screens/telegram_bot_binding/resource.ts';

export type StoredBinding = Stored<typeof bindingResource> & { owner: string };

/** The binding that is in force of an account, or of a chat. */
export async function findBound(
  context: PluginContext,
  which: { owner: string } | { chat: string },
  session?: Session,
): Promise<StoredBinding | undefined> {
  const filter: Filter<StoredBinding> =
    'chat' in which ? { bound_chat: which.chat } : { owner: which.owner, state: 'bound' };
  const found = await context
    .model(bindingResource)
    .findOne(filter)
    .session(session ?? null)
    .lean();
  return found === null ? undefined : { ...found, owner: String(found.owner) };
}

/** What a chat is called where its account is told of it. */
export const chatName = ({ username, first_name }: Pick<StoredBinding, 'username' | 'first_name'>): string =>
  (username === '' ? first_name : `@${username}`) || '?';

/** Topic of bindings: the audience is whose it is. */
export const BINDING_TOPIC = 'bot.binding';

/** Tells open pages that something about somebody's binding has changed. */
export const publishBinding = ({ realtime }: PluginContext, owner: string): void =>
  realtime.publish(BINDING_TOPIC, {}, owner);
