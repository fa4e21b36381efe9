import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { hijackResource } from '../screens/no_hijack/resource.ts';
import type { AlertText } from '../watching/alert-text.ts';
import { tellChannels } from '../watching/tell-channels.ts';
import { tellInbox } from '../watching/tell-inbox.ts';
import type { HijackAlert, StoredHijack } from './stored.ts';

/** Rows whose alerts are told in one run. */
const BATCH = 200;
/** Whoever may look into it is told. */
const OPERATORS = 'domain.hijack:check';

/**
 * Tells operators of changes that are believed, each once: an alert leaves its row when it is told, and inboxes know its
 * occasion. Other channels are asked only by whoever took it out of the row.
 */
export async function tellHijacks(context: PluginContext): Promise<void> {
  const model = context.model(hijackResource);
  const due = await model.find({ has_alerts: true }).limit(BATCH).lean();
  for (const row of due)
    try {
      for (const alert of row.alerts) {
        const text = textOf(row, alert);
        await tellInbox(context, text, { permission: OPERATORS });
        const { modifiedCount } = await model.updateOne(
          { _id: row._id, 'alerts.key': alert.key },
          { $pull: { alerts: { key: alert.key } } },
          { timestamps: false },
        );
        const { name: host, is_platform, holder: owner } = row;
        const { kind, facet } = alert;
        if (modifiedCount === 1) await tellChannels(context, { host, kind, facet, is_platform, owner, text });
      }
      const isOver = { _id: row._id, alerts: { $size: 0 } };
      await model.updateOne(isOver, { $set: { has_alerts: false } }, { timestamps: false });
    } catch (error) {
      // Inboxes take only so many in a minute: the next run goes on.
      if (error instanceof AppError && error.code === 'site_messages_too_many') return;
      throw error;
    }
}

function textOf({ _id, shown }: StoredHijack, { kind, facet, key }: HijackAlert): AlertText {
  const words = kind === 'differs' ? `domain.hijack.alert.differs.${facet}` : 'domain.hijack.alert.expected';
  return { words, params: { name: shown }, occasion: `${_id} ${key}`, screen: `no_hijack?id=${_id}` };
}
