import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { PLATFORM } from '../domains/values.ts';
import { refreshHosts } from '../homeless/refresh-hosts.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import { type Alert, watchResource } from '../screens/domain_monitor/resource.ts';
import { mailAlert } from './alert-letter.ts';
import { alertText } from './alert-text.ts';
import { DOMAIN_FAILING, DOMAIN_WORKING } from './events.ts';
import type { StoredWatch } from './stored.ts';
import { tellChannels } from './tell-channels.ts';
import { tellInbox } from './tell-inbox.ts';

/** Rows whose alerts are told in one run. */
const BATCH = 200;
/** Whoever is told of a name that is nobody's, and of those of the platform that are lent. */
const OPERATORS = 'domain.platform:add';

/**
 * Lets follow what follows from changes that are believed: the row of the domain, the event, the message, the letter and other
 * channels. Each alert leaves its row when it is told, so that a kill between tells the rest; what inboxes and letters know
 * by its occasion they take once, and other channels are asked only by whoever took it out of the row.
 */
export async function tellAlerts(context: PluginContext): Promise<void> {
  const model = context.model(watchResource);
  const due = await model.find({ has_alerts: true }).limit(BATCH).lean();
  // What is believed holds for all at once, however many the inboxes take in a minute.
  for (const row of due) await settleDomain(context, row);
  await settleCodes(
    context,
    due.map(({ name }) => name),
  );
  for (const row of due)
    try {
      for (const alert of worthTelling(row.alerts)) await tellOne(context, row, alert);
      const keys = row.alerts.map(({ key }) => key);
      await takeOut(context, row, keys);
      await model.updateOne(
        { _id: row._id, alerts: { $size: 0 } },
        { $set: { has_alerts: false } },
        { timestamps: false },
      );
    } catch (error) {
      // Inboxes take only so many in a minute: the next run goes on.
      if (error instanceof AppError && error.code === 'site_messages_too_many') return;
      throw error;
    }
}

/** Codes of these names may rest on them now, or no more. Nobody waits for an alert because that cannot be said. */
async function settleCodes(context: PluginContext, names: readonly string[]): Promise<void> {
  try {
    await refreshHosts(context, names);
  } catch (error) {
    context.log.error({ error }, 'codes of domains that changed are found by the next walk over all codes');
  }
}

/** Of a change that is over before anybody was told, nobody is. */
function worthTelling(alerts: readonly Alert[]): readonly Alert[] {
  const last = alerts.findLastIndex(({ kind }) => kind === 'failing' || kind === 'working');
  const first = alerts.find(({ kind }) => kind === 'failing' || kind === 'working');
  const isOver = alerts[last]?.kind === 'working' && first?.kind === 'failing';
  return alerts.filter(({ kind }, index) => {
    if (kind === 'settled') return false;
    return kind === 'failing' || kind === 'working' ? index === last && !isOver : true;
  });
}

/** @returns whether this process took them out, and not another one */
async function takeOut(
  context: PluginContext,
  { _id }: StoredWatch,
  keys: readonly string[],
): Promise<boolean> {
  const { modifiedCount } = await context
    .model(watchResource)
    .updateOne(
      { _id, 'alerts.key': { $in: keys } },
      { $pull: { alerts: { key: { $in: keys } } } },
      { timestamps: false },
    );
  return modifiedCount === 1;
}

/** The row of the domain says what is believed. */
async function settleDomain(context: PluginContext, { _id, told_working }: StoredWatch): Promise<void> {
  if (told_working === null) return;
  await context
    .model(domainResource)
    .updateOne({ _id, is_there: true }, { $set: { is_working: told_working } }, { timestamps: false });
}

async function tellOne(context: PluginContext, row: StoredWatch, alert: Alert): Promise<void> {
  const { name, type, facet, owner = PLATFORM } = { ...row, ...alert };
  const isOwned = owner !== PLATFORM;
  const text = alertText(row, alert);
  if (isOwned) await tellInbox(context, text, { accounts: [owner] });
  if (row.is_platform) await tellInbox(context, text, { permission: OPERATORS });
  if (isOwned) await mailAlert(context, owner, text);
  // Behind the inboxes, which may have no room: it would be told again at each run. Before it is taken out: a kill must not lose it.
  if (alert.kind === 'failing' || alert.kind === 'working')
    await context.events.emit(alert.kind === 'failing' ? DOMAIN_FAILING : DOMAIN_WORKING, {
      host: name,
      type,
      owner,
      facet,
      policy: false,
    });
  if (await takeOut(context, row, [alert.key]))
    await tellChannels(context, {
      host: name,
      kind: alert.kind as Exclude<Alert['kind'], 'settled'>,
      facet,
      owner,
      is_platform: row.is_platform,
      text,
    });
}
