import { defineCall, visitForwards, visitLink } from '@waypost/contract';
import { definePlugin } from '@waypost/sdk';
import { z } from 'zod';

const area = 'visitor_pages';
/** A picture in base64, at its largest. */
const BODY_BYTES = 1_048_576;

export const publish = defineCall({
  area,
  call: 'publish',
  body: z.strictObject({
    links: z.array(
      z.strictObject({ id: z.string(), code: z.string(), targets: z.array(z.unknown()) }).loose(),
    ),
  }),
  result: z.null(),
  access: { signedIn: true },
  bodyLimit: BODY_BYTES,
  summary: 'Publishes links as they are given, of the caller',
});

export const forward = defineCall({
  area,
  call: 'forward',
  body: z.strictObject({
    id: z.string(),
    host: z.string(),
    /** None: those that the host has are forgotten. */
    rules: z.array(z.unknown()),
  }),
  result: z.null(),
  access: { signedIn: true },
  bodyLimit: BODY_BYTES,
  summary: 'Publishes forwards as they are given, of the caller',
});

export const hits = defineCall({
  area,
  call: 'hits',
  body: z.strictObject({ id: z.string(), rules: z.array(z.string()) }),
  result: z.record(z.string(), z.number()),
  access: { signedIn: true },
  summary: 'How often the rules of a host were met',
});

export const answer = defineCall({
  area,
  call: 'answer',
  body: z.strictObject({
    how: z.enum(['put', 'replace']),
    path: z.string(),
    entries: z.record(z.string(), z.string()),
    gone: z.array(z.string()).optional(),
  }),
  result: z.null(),
  access: { signedIn: true },
  summary: 'Has something answered from memory',
});
export const check = defineCall({
  area,
  call: 'check',
  body: z.strictObject({ host: z.string(), nonce: z.string(), answer: z.string() }),
  result: z.boolean(),
  access: { signedIn: true },
  summary: 'Whether an answer is a signature of this installation',
});

/** A plugin whose links show visitors something, and that has questions answered while it is away. */
export const plugin = definePlugin({
  id: 'visitor-pages',
  setup(context) {
    context.call(answer, async ({ how, path, entries, gone }) => {
      await context.answers[how](path, entries);
      if (gone !== undefined) await context.answers.remove(path, gone);
      return null;
    });
    context.call(check, (body) => context.answers.isOwnSignature(body));
    context.call(forward, async ({ id, host, rules }, request) => {
      const { id: owner } = request.caller;
      await context.transaction((session) =>
        rules.length === 0
          ? context.visits.withdraw([id], session)
          : context.visits.publishForwards(
              [visitForwards.parse({ id, owner, plugin: context.id, host, rules })],
              session,
            ),
      );
      return null;
    });
    context.call(hits, async ({ id, rules }) => {
      const counts = await context.visits.forwardCounts([{ id, rules }]);
      return { ...counts[id] };
    });
    context.call(publish, async ({ links }, request) => {
      const whole = links.map((link) =>
        visitLink.parse({
          owner: request.caller.id,
          plugin: context.id,
          host: '',
          state: 'on',
          rotation_model: 3,
          jump_type: 6,
          access_mode: 1,
          visit_restriction: 1,
          open_log: 1,
          ...link,
        }),
      );
      await context.transaction((session) => context.visits.publish(whole, session));
      return null;
    });
  },
});
