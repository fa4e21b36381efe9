import { createHmac } from 'node:crypto';
import { errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { printSettings } from '../../settings.ts';
import { sticker } from '../print_claim/resource.ts';
import { shortUrlOf } from '../print_claim/short-url.ts';
import { codesCall } from './calls.ts';
import { makeStickers } from './make-stickers.ts';
import { batch } from './resource.ts';

/** How often batches are looked for whose making was cut off. */
const LOOK_EVERY = '15 seconds';
/** The job may begin before the batch is committed: it looks again this often, this many milliseconds apart. */
const ATTEMPTS = 20;
const ATTEMPT_GAP = 100;

export async function mountBatches(context: PluginContext): Promise<void> {
  const settings = context.settings(printSettings);
  const make = async (id: string, signal: AbortSignal) =>
    makeStickers(context, { id, landing_url: (await settings.get()).landing_url }, signal);

  context.resource(batch, {
    afterWrite: async (after, { before }) => {
      if (before === undefined && after !== undefined) await context.jobs.now('make', { id: after._id });
    },
  });

  context.call(codesCall, async ({ id }) => {
    const found = await context.model(batch).findById(id).lean();
    if (found === null) throw errors.notFound.create();
    const rows = await context.model(sticker).find({ batch: id }, { short_code: 1 }).sort({ _id: 1 }).lean();
    const lines = rows.map(({ short_code }) => `${short_code},${shortUrlOf(context, short_code)}`);
    const text = ['code,address', ...lines, ''].join('\r\n');
    const { printer_key } = await settings.get();
    return { name: found.name, text: printer_key === '' ? text : text + signatureOf(text, printer_key) };
  });

  context.jobs.define('make', async (data, signal) => {
    const id = String(data.id);
    for (let attempt = 0; attempt < ATTEMPTS && !signal.aborted; attempt += 1) {
      if (await context.model(batch).exists({ _id: id })) return make(id, signal);
      await Bun.sleep(ATTEMPT_GAP);
    }
  });
  context.jobs.define('make_waiting', async (_data, signal) => {
    for (const { _id } of await context.model(batch).find({ state: 'making' }, { _id: 1 }).lean())
      await make(_id, signal);
  });
  await context.jobs.every(LOOK_EVERY, 'make_waiting');
}

/** Last line of a list: HMAC-SHA256 of all before it. */
function signatureOf(text: string, key: string): string {
  return `# hmac-sha256 ${createHmac('sha256', key).update(text).digest('hex')}\r\n`;
}
