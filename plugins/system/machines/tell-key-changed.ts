import type { Stored } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { tellPeople, type WrittenNotice } from '../screens/message_list/notices.ts';
import { addressOf } from '../screens/server_list/address.ts';
import { server } from '../screens/server_list/resource.ts';

type Row = Stored<typeof server>;

/** Of whoever can do something about it. */
const CONFIRM = 'system.server:confirm';

/**
 * Tells everybody who may confirm keys that a server shows another one, and writes it down. Called again at each look until it is
 * done: of one key that was confirmed they are told once a day at most, whichever and however many processes look.
 */
export async function tellKeyChanged(
  context: PlatformContext,
  row: Row,
  shown: string | undefined,
): Promise<void> {
  const { _id, name, host, fingerprint } = row;
  try {
    const roles = await context.identity.rolesWith(CONFIRM);
    await tellPeople(context, { role: { $in: roles } }, keyNotice(row, context.clock.date()));
  } catch (error) {
    // The next look tells it; other servers do not wait for that.
    context.log.error({ error, server: name }, 'nobody could be told that a server shows another key');
    return;
  }
  // Of several that looked at once one writes it down.
  const untold = { _id, is_key_told: { $ne: true } };
  const { matchedCount } = await context.model(server).updateOne(untold, { $set: { is_key_told: true } });
  if (matchedCount === 0) return;
  context.log.error({ server: name, host }, 'a server shows another key than the one that was confirmed');
  await context.audit({
    type: 'system.server.key_changed',
    target: String(_id),
    before: { name, fingerprint },
    after: { name, fingerprint: shown },
  });
}

/** What the message says, and what it is told once for. */
function keyNotice({ _id, name, host, port, confirmed_time }: Row, now: Date): WrittenNotice {
  const address = addressOf({ host, port });
  // One that shows now this key and now that does not fill inboxes.
  const day = now.toISOString().slice(0, 10);
  return {
    notice: { kind: 'system.server.notice.key_changed', params: { name, address } },
    written: {
      title: `${name}: key changed`,
      content: `${address} shows another key than the one that was confirmed`,
      occasion: `server key ${_id} ${confirmed_time?.getTime() ?? 0} ${day}`,
    },
    screen: `server_list?drawer=view:${_id}`,
    isAlert: true,
  };
}
