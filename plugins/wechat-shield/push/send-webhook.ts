import { createHmac } from 'node:crypto';
import { AppError } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { PushConfig } from '../detection/config.ts';
import type { StoredPush } from './stored.ts';
import type { PushKind } from './values.ts';

/** Less than a plugin that is switched off is waited for: what was sent is noted. */
const LIMIT_MS = 8_000;
const LIMIT_BYTES = 10_000;
const SECRET_PLACE = 'config/push/webhook_secret';

export const sealWebhookSecret = (context: PluginContext, secret: string): Promise<string> =>
  context.secrets.seal(SECRET_PLACE, secret);

/**
 * Tells the operator's own server of a block, or of its end. It may come twice after a kill, with the same `id`.
 * @returns what stood between, as an HTTP status or a code; empty: it was taken
 */
export async function sendWebhook(
  context: PluginContext,
  {
    row,
    key,
    kind,
    config,
  }: { row: StoredPush | undefined; key: string; kind: PushKind | 'test'; config: PushConfig },
): Promise<string> {
  const { webhook_url, webhook_secret, appeal_link } = config;
  if (webhook_url === '') return 'no_webhook';
  const secret = webhook_secret === '' ? '' : await context.secrets.open(SECRET_PLACE, webhook_secret);
  if (secret === null) return 'no_secret';
  const page = row === undefined ? 'shield_push' : `shield_push?id=${row._id}`;
  const body = JSON.stringify({
    id: key,
    event: `wechat.${kind}`,
    host: row?.name ?? '',
    codes: row?.codes ?? '',
    blocked_time: row?.blocked_time ?? null,
    lifted_time: row?.lifted_time ?? null,
    appeal_link,
    page: `${context.platform.publicUrl}/#/customer/${page}`,
  });
  try {
    const response = await context.internet.fetch(webhook_url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Waypost',
        ...(secret === '' ? {} : { 'x-waypost-signature': `sha256=${signature(secret, body)}` }),
      },
      redirect: 'error',
      limitMs: LIMIT_MS,
      limitBytes: LIMIT_BYTES,
    });
    return response.ok ? '' : String(response.status);
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const signature = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');
