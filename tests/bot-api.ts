import { join } from 'node:path';
import type { z } from 'zod';
import type { CONTROLS } from './bot-api/control.ts';
import type { SentMessage } from './bot-api/world.ts';
import { firstLine } from './first-line.ts';

type Controls = typeof CONTROLS;

/** Tokens of bots that tests set up; nobody else has them. */
export const BOT_TOKEN = `700000001:${'A'.repeat(35)}`;
export const OTHER_TOKEN = `700000002:${'B'.repeat(35)}`;
export const BOT_NAME = 'waypost_test_bot';

/** What a test looks at. */
export interface BotApiLook {
  sent: SentMessage[];
  requests: { method: string; status: number }[];
  /** Presses of buttons that were answered. */
  answered: { id: string; text: string }[];
  deliveries: { update_id: number; status: number }[];
  /** Bytes that were taken of answers of 100 MB. */
  takenBytes: number;
  bots: Record<
    string,
    {
      webhook: { url: string; secret: string; allowed?: string[] } | null;
      updates: number;
      languages: string[];
    }
  >;
}

export interface BotApi {
  /** Origin that stands in the place of api.telegram.org. */
  origin: string;
  control<N extends keyof Controls>(name: N, body: z.input<Controls[N]['body']>): Promise<unknown>;
  look(): Promise<BotApiLook>;
  stop(): Promise<void>;
}

/**
 * Starts a Bot API server that answers as Telegram's does, in a process of its own on loopback, with one bot (`BOT_TOKEN`):
 * long polling with its conflicts, webhooks with their secret and repetition, refusals and limits.
 */
export async function startBotApi(): Promise<BotApi> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'bot-api/main.ts')], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const places = await firstLine<{ api: string; control: string }>(child.stdout, 'the Bot API server');
  const control: BotApi['control'] = async (name, body) => {
    const response = await fetch(`${places.control}/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const { answer, error } = (await response.json()) as { answer?: unknown; error?: string };
    if (error !== undefined) throw new Error(`${name}: ${error}`);
    return answer;
  };
  await control('add_bot', { token: BOT_TOKEN, username: BOT_NAME });
  return {
    origin: places.api,
    control,
    look: async () => (await control('look', {})) as BotApiLook,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
    },
  };
}
