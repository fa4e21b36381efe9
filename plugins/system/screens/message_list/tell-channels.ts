import { MESSAGE_CHANNEL_POINT, type MessageChannel, type PluginContext } from '@waypost/sdk';

export interface Recipient {
  id: string;
  account: string;
}

/** People that a channel is handed at once. */
const BATCH = 500;

/**
 * Hands a message that lies in the inboxes to every channel that plugins contribute. One that fails is logged: the
 * inbox is what counts, and the sender does not wait for others.
 */
export async function tellChannels(
  context: Pick<PluginContext, 'points' | 'log'>,
  { title, content }: { title: string; content: string },
  recipients: readonly Recipient[],
): Promise<void> {
  const channels = await context.points.contributions<MessageChannel>(MESSAGE_CHANNEL_POINT);
  await Promise.all(
    channels.map(async ({ contribution, name }) => {
      try {
        for (let start = 0; start < recipients.length; start += BATCH)
          await contribution.deliver({ title, content, recipients: recipients.slice(start, start + BATCH) });
      } catch (error) {
        context.log.error({ channel: name, error }, 'a message did not go out through a channel');
      }
    }),
  );
}
