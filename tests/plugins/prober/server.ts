import { AppError, defineCall } from '@waypost/contract';
import { DNS_TYPES, definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const area = 'prober';
const access = { signedIn: true } as const;
const result = z.unknown();
const send = defineCall({
  area,
  call: 'send',
  body: z.strictObject({ url: z.string().max(2_000), text: z.string().max(100).optional() }),
  result,
  access,
  summary: 'Sends a text to an address that somebody entered',
});
const lookUp = defineCall({
  area,
  call: 'look_up',
  body: z.strictObject({
    name: z.string().max(300),
    type: z.enum(DNS_TYPES),
    resolver: z.string().max(100).optional(),
  }),
  result,
  access,
  summary: 'Looks a name up in the DNS',
});
const resolvers = defineCall({
  area,
  call: 'resolvers',
  body: z.strictObject({}),
  result,
  access,
  summary: 'Who is asked for names',
});
const certificate = defineCall({
  area,
  call: 'certificate',
  body: z.strictObject({ host: z.string().max(300), port: z.int() }),
  result,
  access,
  summary: 'Looks at the certificate of a server',
});

/** What was not granted is a fault of the plugin; it is answered here so that a test can read it. */
async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    return { refused: String(error) };
  }
}

/** A plugin that asks the internet whatever it is told to ask. */
export const plugin = definePlugin({
  id: 'prober',
  setup(context) {
    const limits = { limitBytes: 10_000, limitMs: 5_000 };
    context.call(send, ({ url, text }) =>
      outcome(async () => {
        const sent = text === undefined ? {} : { method: 'POST', body: text };
        const answer = await context.internet.fetch(url, { ...sent, ...limits });
        return { status: answer.status, url: answer.url, text: await answer.text() };
      }),
    );
    context.call(lookUp, ({ name, type, resolver }) =>
      outcome(() => context.internet.resolve(name, type, resolver === undefined ? {} : { resolver })),
    );
    context.call(resolvers, () => outcome(() => context.internet.resolvers()));
    context.call(certificate, ({ host, port }) =>
      outcome(() => context.internet.certificate(host, { port, limitMs: 5_000 })),
    );
  },
});
