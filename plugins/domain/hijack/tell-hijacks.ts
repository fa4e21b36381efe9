import { AppError, errors } from '@waypost/contract';
import {
  DOMAIN_ALERT_POINT,
  type DomainAlertChannel,
  type PluginContext,
  SITE_MESSAGES,
  type SiteMessages,
} from '@waypost/sdk';
import { PLATFORM } from '../domains/values.ts';
import english from '../screens/no_hijack/en-US.json' with { type: 'json' };
import { hijackResource } from '../screens/no_hijack/resource.ts';
import swahili from '../screens/no_hijack/sw-KE.json' with { type: 'json' };
import chinese from '../screens/no_hijack/zh-CN.json' with { type: 'json' };
import type { HijackAlert, StoredHijack } from './stored.ts';

/** Rows whose alerts are told in one run. */
const BATCH = 200;
/** Whoever may look into it is told. */
const OPERATORS = 'domain.hijack:check';
const WORDS = { 'zh-CN': chinese, 'en-US': english, 'sw-KE': swahili } as const;
type Word = keyof typeof english;

/**
 * Tells operators of changes that are believed, each once: an alert leaves its row when it is told, and inboxes know its
 * occasion. Other channels are asked only by whoever took it out of the row.
 */
export async function tellHijacks(context: PluginContext): Promise<void> {
  const model = context.model(hijackResource);
  const due = (await model
    .find({ has_alerts: true } as never)
    .limit(BATCH)
    .lean()) as StoredHijack[];
  for (const row of due)
    try {
      for (const alert of row.alerts) {
        await tellInbox(context, row, alert);
        const { modifiedCount } = await model.updateOne(
          { _id: row._id, 'alerts.key': alert.key } as never,
          { $pull: { alerts: { key: alert.key } } } as never,
          { timestamps: false },
        );
        if (modifiedCount === 1) await tellChannels(context, row, alert);
      }
      const isOver = { _id: row._id, alerts: { $size: 0 } };
      await model.updateOne(isOver as never, { $set: { has_alerts: false } } as never, { timestamps: false });
    } catch (error) {
      // Inboxes take only so many in a minute: the next run goes on.
      if (error instanceof AppError && error.code === 'site_messages_too_many') return;
      throw error;
    }
}

function messageOf({ _id, shown }: StoredHijack, { kind, facet, key }: HijackAlert) {
  const words = kind === 'differs' ? `domain.hijack.alert.differs.${facet}` : 'domain.hijack.alert.expected';
  return {
    ...{ words, params: { name: shown }, occasion: `${_id} ${key}`, screen: `no_hijack?id=${_id}` },
  };
}

/** A sentence of an alert. No request brings a language with it. */
function sentence(locale: keyof typeof WORDS, key: string, name: string): string {
  return (WORDS[locale][key as Word] ?? english[key as Word] ?? key).replaceAll('{{name}}', name);
}

async function tellInbox(context: PluginContext, row: StoredHijack, alert: HijackAlert): Promise<void> {
  const messages = context.require<SiteMessages>(SITE_MESSAGES, '^1');
  if (messages === undefined) return;
  const message = messageOf(row, alert);
  const plain = (part: 'title' | 'content') => sentence('en-US', `${message.words}.${part}`, row.shown);
  try {
    await messages.tell({
      ...{ ...message, to: { permission: OPERATORS } },
      plain: { title: plain('title').slice(0, 100), content: plain('content') },
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== errors.invalidInput.code) throw error;
    // It would be refused for ever, and hold up those behind it.
    context.log.error({ error, domain: row.name }, 'an alert was refused by the inboxes');
  }
}

async function tellChannels(context: PluginContext, row: StoredHijack, alert: HijackAlert): Promise<void> {
  const channels = await context.points.contributions<DomainAlertChannel>(DOMAIN_ALERT_POINT);
  if (channels.length === 0) return;
  const { words, occasion, screen } = messageOf(row, alert);
  const text = (part: 'title' | 'content') => ({
    'zh-CN': sentence('zh-CN', `${words}.${part}`, row.shown),
    'en-US': sentence('en-US', `${words}.${part}`, row.shown),
    'sw-KE': sentence('sw-KE', `${words}.${part}`, row.shown),
  });
  const owner = row.holder === PLATFORM ? null : row.holder;
  for (const { contribution, name: channel } of channels)
    try {
      await contribution.deliver({
        ...{ host: row.name, kind: alert.kind, facet: alert.facet, is_platform: row.is_platform, owner },
        ...{ occasion, screen, title: text('title'), content: text('content') },
      });
    } catch (error) {
      context.log.error(
        { error, channel, domain: row.name },
        'a channel did not deliver an alert about a domain',
      );
    }
}
