import { OperationStatus, type RowOf, YesNo } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { accountStates } from '../administrators/account-states.ts';
import { operation } from '../async_operations/resource.ts';
import type { sentMessage } from './resource.ts';
import { SEND_MANY_KIND } from './send.ts';

type Row = RowOf<typeof sentMessage>;

/** What was sent, as its sender reads it: to whom in words, and how far it is. */
export async function presentSent(
  context: PluginContext,
  rows: Row[],
  request: SignedRequest,
): Promise<Row[]> {
  const isUnderWay = rows.some(({ finished_time, taken_back_time }) => !finished_time && !taken_back_time);
  const owners = [...new Set(rows.flatMap(({ owner }) => owner ?? []))];
  const [running, keys, senders] = await Promise.all([
    isUnderWay ? sendingNow(context) : new Set<string>(),
    roleKeys(context),
    accountStates(context).names(owners),
  ]);
  return rows.map((row) => {
    const state = row.taken_back_time
      ? 'taken_back'
      : row.finished_time
        ? 'sent'
        : running.has(row.id)
          ? 'sending'
          : 'stopped';
    // What an older release has sent was not counted so.
    const { sent_count, read_count, taken_count, removed_count = 0 } = row;
    const unread_count = sent_count - read_count - taken_count - removed_count;
    return {
      ...row,
      state,
      sender: senders[row.owner ?? ''] ?? '',
      recipients: inWords(row, keys, request),
      removed_count,
      unread_count,
      is_open: unread_count > 0 ? YesNo.yes : YesNo.no,
    };
  });
}

function inWords(
  { to, to_id, to_name, below }: Row,
  keys: ReadonlyMap<string, string>,
  { translate }: SignedRequest,
): string {
  if (to === 'account') return to_name;
  const name =
    to === 'all' ? translate('system.sent_message.to.all') : to_name || translate(`role.${keys.get(to_id)}`);
  return below === null ? name : translate('system.sent_message.below', { name });
}

const roleKeys = async ({ identity }: PluginContext) =>
  new Map((await identity.roles()).map(({ id, key }) => [id, key]));

/** Ids of the messages that are on their way to many; one whose operation is over before its end was stopped. */
async function sendingNow(context: PluginContext): Promise<Set<string>> {
  const found = await context
    .model(operation)
    .find({ kind: SEND_MANY_KIND, status: OperationStatus.inProgress }, { 'input.sent': 1 })
    .lean();
  return new Set(found.map(({ input }) => String(input?.sent ?? '')));
}
